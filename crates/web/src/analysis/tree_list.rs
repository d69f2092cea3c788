//! The tree of turns as nested lists of buttons, each with its number, its notation and its comments.

use mohreh_games::Seat;
use mohreh_games::record::{NodeId, Tree};

use super::review_panel::fault_word;
use super::{Analysis, Study};
use crate::say::{Say, say};
use crate::signal::Memo;
use crate::view::{View, Views, bind, bind_bool, on, view};

/// A turn of a line, or the part of it up to a branch.
struct Item {
    /// The last position of it.
    node: NodeId,
    number: usize,
    seat: Option<Seat>,
    text: String,
    comment: String,
    /// What could have been played instead.
    variations: Vec<Vec<Item>>,
}

/// The turns of the line that begins with a step. Variations nest at most [`Tree::MAX_DEPTH`] deep.
fn line_from(tree: &Tree, first: NodeId) -> Vec<Item> {
    let mut items = Vec::new();
    let mut next = Some(first);
    while let Some(start) = next {
        let (mut node, mut text) = (start, tree.step(start).to_string());
        // Up to the end of the turn, a branch or a comment.
        while let [only] = tree.children(node)
            && !tree.begins_turn(*only)
            && tree.comments(node).is_empty()
        {
            node = *only;
            text += " ";
            text += tree.step(node);
        }
        let siblings = tree.parent(start).map_or(&[] as &[NodeId], |parent| tree.children(parent));
        let variations = match siblings {
            [first, others @ ..] if *first == start => {
                others.iter().map(|other| line_from(tree, *other)).collect()
            }
            _ => Vec::new(),
        };
        items.push(Item {
            node,
            number: tree.turn(node),
            seat: tree.seat(node),
            text,
            comment: tree.comments(node).join(" "),
            variations,
        });
        next = tree.children(node).first().copied();
    }
    items
}

pub(super) fn tree_list(analysis: Analysis) -> View {
    let say = Say::global();
    let here = Memo::new(move || analysis.study.with(Study::node));
    let list = move || {
        analysis.edits.get();
        analysis.study.with_untracked(|study| {
            let tree = study.tree();
            let start = tree.comments(Tree::ROOT).join(" ");
            let first = tree.children(Tree::ROOT).first();
            let line = first.map(|first| line_from(tree, *first)).unwrap_or_default();
            view! {
                {comment_text(start)}
                <ol class="turns" aria-label=say!(say, "say-tree")>
                    {line.into_iter().map(|item| item_view(analysis, here, item)).views()}
                </ol>
            }
        })
    };
    view! { <div class="tree">{list}</div> }
}

fn comment_text(text: String) -> Option<View> {
    (!text.is_empty()).then(|| view! { <p class="remark">{text}</p> })
}

fn item_view(analysis: Analysis, here: Memo<NodeId>, item: Item) -> View {
    let say = Say::global();
    let Item { node, number, seat, text, comment, variations } = item;
    let kind = analysis.kind();
    let fault = move || analysis.review.with(|review| review.as_ref()?.verdict(node)?.fault());
    let spoken = text.clone();
    let label = move || {
        let who = seat.map(|seat| say.seat_name(kind, seat.index())).unwrap_or_default();
        let args = [
            ("turn", (number as u32).into()),
            ("name", who.into()),
            ("steps", spoken.clone().into()),
        ];
        let mut parts = vec![say.with("say-turn-by", &args)];
        parts.extend(Some(fault_word(say, fault())).filter(|word| !word.is_empty()));
        parts.join(&say.text("say-comma"))
    };
    let is_here = move || here.get() == node;
    let alternatives = variations.into_iter().map(move |line| {
        view! {
            <ol class="turns variation" aria-label=bind(move || say.with("say-variation", &[("turn", (number as u32).into())]))>
                {line.into_iter().map(|item| item_view(analysis, here, item)).views()}
            </ol>
        }
    });
    let alternatives: Vec<View> = alternatives.collect();
    let wide = !alternatives.is_empty() || !comment.is_empty();
    view! {
        <li class:wide=wide>
            <button
                type="button"
                class="turn"
                class:here=bind_bool(is_here)
                aria-current=bind(move || if is_here() { "true" } else { "false" })
                on:click=on(move |_| analysis.go(node))
            >
                <span class="unseen">{bind(label)}</span>
                <span class="number" aria-hidden="true">{bind(move || say.number(number as u64))}</span>
                <bdi dir="ltr" class="notation" aria-hidden="true">{text}</bdi>
                {move || fault().map(|fault| view! {
                    <span class=format!("sign {}", fault.name()) aria-hidden="true">{fault.sign()}</span>
                })}
            </button>
            {comment_text(comment)}
            {alternatives}
        </li>
    }
}
