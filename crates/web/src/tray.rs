//! Touchable elements beside the board: trays, dice, buttons. Each has its name in `data-spot`.

use mohreh_games::show::{Name, Role, Scene, Slot, Tray};
use mohreh_games::{Kind, Seat};

use crate::board::{Marks, piece_label, style};
use crate::say::Say;
use crate::settings::Settings;
use crate::signal::Memo;
use crate::view::{Child, View, Views, bind, bind_bool, view};

pub(crate) fn role_label(say: Say, role: Role) -> String {
    say.text(match role {
        Role::Supply => "say-role-supply",
        Role::Hand => "say-role-hand",
        Role::Captured => "say-role-captured",
        Role::Taken => "say-role-taken",
        Role::Lost => "say-role-lost",
        Role::OnBoard => "say-role-on-board",
        Role::Points => "say-role-points",
    })
}

/// The trays of a seat, or the shared ones. The set can change during the game.
pub(crate) fn trays(
    kind: Kind,
    scene: Memo<Scene>,
    marks: Memo<Marks>,
    owner: Option<Seat>,
) -> View {
    let roles = Memo::new(move || {
        let own = |tray: &&Tray| tray.owner == owner;
        scene.with(|scene| scene.trays.iter().filter(own).map(|tray| tray.role).collect::<Vec<_>>())
    });
    let tray = move |role: Role| {
        let tray = Memo::new(move || {
            let this = |tray: &&Tray| tray.owner == owner && tray.role == role;
            let found = scene.with(|scene| scene.trays.iter().find(this).cloned());
            found.unwrap_or(Tray { role, owner, slots: Vec::new() })
        });
        tray_view(kind, tray, scene, marks)
    };
    (move || roles.get().into_iter().map(tray).collect::<Vec<_>>()).view()
}

/// A tray with its slots. Slots are buttons, `aria-disabled` unless they can be touched.
fn tray_view(kind: Kind, tray: Memo<Tray>, scene: Memo<Scene>, marks: Memo<Marks>) -> View {
    let say = Say::global();
    let settings = Settings::global();
    let role = tray.get_untracked().role;
    let looks: Vec<(Name, _)> =
        tray.get_untracked().slots.iter().map(|slot| (slot.name, slot.look)).collect();
    let slot = move |(name, first): (Name, mohreh_games::show::Look)| {
        let now = move || {
            let this = |slot: &&Slot| slot.name == name;
            let found = tray.with(|tray| tray.slots.iter().find(this).map(|s| (s.look, s.count)));
            found.unwrap_or((first, 0))
        };
        let count = move || now().1;
        let lit = Memo::new(move || marks.with(|marks| marks.lit.contains(&name)));
        let picked = Memo::new(move || marks.with(|marks| marks.picked.contains(&name)));
        let label = move || {
            let mut parts =
                vec![role_label(say, role), piece_label(say, kind, now().0), say.number(count())];
            if lit.get() {
                parts.push(say.text("say-can-be-touched"));
            }
            if scene.with(|scene| scene.marked.contains(&name)) {
                parts.push(say.text("say-decided"));
            }
            parts.join(&say.text("say-comma"))
        };
        view! {
            <button
                class="slot"
                type="button"
                class:lit=lit
                class:picked=picked
                class:none=bind_bool(move || count() == 0)
                class:hint=bind_bool(move || marks.with(|marks| marks.hint.contains(&name)))
                class:decided=bind_bool(move || scene.with(|scene| scene.marked.contains(&name)))
                data-spot=name.to_string()
                aria-disabled=bind(move || if lit.get() || picked.get() { "false" } else { "true" })
                tabindex=bind(move || if lit.get() || picked.get() { "0" } else { "-1" })
            >
                <span class="unseen">{bind(label)}</span>
                <span
                    class="piece"
                    aria-hidden="true"
                    inner_html=move || mohreh_draw::piece(now().0, &style(&settings.get()))
                ></span>
                <span class="count" aria-hidden="true">{bind(move || say.number(count()))}</span>
            </button>
        }
    };
    view! {
        <div class="tray" role="group" aria-label=bind(move || role_label(say, role))>
            <span
                class="role"
                title=bind(move || role_label(say, role))
                inner_html=move || mohreh_draw::role(role, &style(&settings.get()))
            ></span>
            {looks.into_iter().map(slot).views()}
        </div>
    }
}

pub(crate) fn dice(scene: Memo<Scene>, marks: Memo<Marks>) -> View {
    let say = Say::global();
    let settings = Settings::global();
    let names: Vec<Name> =
        scene.with_untracked(|scene| scene.dice.iter().map(|die| die.name).collect());
    let die = move |name: Name| {
        let face = move || {
            scene.with(|scene| {
                scene.dice.iter().find(|die| die.name == name).and_then(|die| die.face)
            })
        };
        let lit = Memo::new(move || marks.with(|marks| marks.lit.contains(&name)));
        let picked = Memo::new(move || marks.with(|marks| marks.picked.contains(&name)));
        let label = move || {
            let shown = match face() {
                Some(face) => say.with("say-die", &[("face", face.into())]),
                None => say.text("say-die-waiting"),
            };
            let chosen = picked.get().then(|| say.text("say-die-chosen"));
            [Some(shown), chosen]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(&say.text("say-comma"))
        };
        view! {
            <button
                class="die"
                type="button"
                class:lit=lit
                class:picked=picked
                class:rolling=bind_bool(move || face().is_none())
                class:hint=bind_bool(move || marks.with(|marks| marks.hint.contains(&name)))
                data-spot=name.to_string()
                aria-pressed=bind(move || if picked.get() { "true" } else { "false" })
                aria-disabled=bind(move || if lit.get() || picked.get() { "false" } else { "true" })
                aria-label=label
                inner_html=move || mohreh_draw::die(face(), &style(&settings.get()))
            ></button>
        }
    };
    let none = names.is_empty();
    view! {
        <div class="dice" role="group" aria-label=bind(move || say.text("say-dice")) hidden=none>
            {names.into_iter().map(die).views()}
        </div>
    }
}

/// Buttons that are steps of the game, such as `pass`.
pub(crate) fn buttons(kind: Kind, scene: Memo<Scene>, marks: Memo<Marks>) -> View {
    let say = Say::global();
    let names = Memo::new(move || scene.with(|scene| scene.buttons.clone()));
    let button = move |name: Name| {
        let lit = Memo::new(move || marks.with(|marks| marks.lit.contains(&name)));
        let key = format!("{kind}-button-{name}");
        view! {
            <button
                class="press"
                type="button"
                class:lit=lit
                class:hint=bind_bool(move || marks.with(|marks| marks.hint.contains(&name)))
                data-spot=name.to_string()
                aria-disabled=bind(move || if lit.get() { "false" } else { "true" })
            >
                {bind(move || say.text(&key))}
            </button>
        }
    };
    view! {
        <div class="presses">{move || names.get().into_iter().map(button).views()}</div>
    }
}
