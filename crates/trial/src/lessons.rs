//! Whole courses: by touch on a phone, by keyboard alone on a desk; what is kept of them, and what is said of mistakes.

use mohreh_games::Kind;
use mohreh_lessons::{Attempt, Course, Lesson, Step};
use mohreh_texts::{Language, Texts};
use serde_json::json;

use crate::browser::{Device, Tab, js_string};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::input::spot;
use crate::keyboard::{focus_spot, tab_to};

pub(crate) fn tests() -> Vec<Test> {
    vec![
        Test::new("lessons_course_by_touch", |fixture| Box::pin(by_touch(fixture))),
        Test::new("lessons_course_by_keys", |fixture| Box::pin(by_keys(fixture))),
        Test::new("lessons_mistakes_are_answered", |fixture| Box::pin(mistakes(fixture))),
        Test::new("lessons_booklet_is_printed", |fixture| Box::pin(printed(fixture))),
    ]
}

/// The courses as the page has them.
async fn courses(tab: &Tab, language: Language) -> Result<Vec<Course>> {
    let url = format!(
        "document.querySelector('meta[name=mohreh-lessons]').content.split(' ').find((one) => one.startsWith('{0}=')).slice(3)",
        language.code()
    );
    let text = tab.eval(&format!("fetch({url}).then((got) => got.text())")).await?;
    let text = text.as_str().during("reading the lessons")?;
    mohreh_lessons::unpack(text).during("reading the lessons")
}

fn course(all: Vec<Course>, kind: &str) -> Result<Course> {
    all.into_iter().find(|course| course.kind.name() == kind).during("looking for a course")
}

/// The spots that the answer of a step touches, decision by decision.
fn touches(kind: Kind, step: &Step) -> Result<Vec<Vec<String>>> {
    let start = step.playthrough(kind, step.lead.len());
    let start = start.map_err(|error| error.to_string()).during("starting a step")?;
    let mut attempt = Attempt::new(&start);
    let mut all = Vec::new();
    for decision in &step.answer {
        let path = attempt.game().touches(decision).during(format!("touching {decision}"))?.path;
        all.push(path.iter().map(ToString::to_string).collect());
        attempt.play(step, decision).map_err(|error| error.to_string()).during("playing")?;
        if let Some(roll) = attempt.roll(step) {
            attempt.play(step, &roll).map_err(|error| error.to_string()).during("rolling")?;
        }
    }
    Ok(all)
}

/// Waits until the step is shown, and its opponent has moved.
async fn wait_for(tab: &Tab, step: &Step) -> Result {
    let said = step.say.replace('`', "");
    let there = format!(
        "document.querySelector('.lesson .task')?.textContent.trim() === {} && !!document.querySelector('.lesson .prompt.asked')",
        js_string(&said)
    );
    tab.wait(&format!("the step {} is asked", step.id), &there).await?;
    Ok(())
}

async fn wait_lit(tab: &Tab, name: &str) -> Result {
    let lit = format!("document.querySelector({})?.matches('.lit')", js_string(&spot(name)));
    tab.wait(&format!("{name} can be touched"), &lit).await?;
    Ok(())
}

async fn wait_done(tab: &Tab, step: &Step) -> Result {
    let said = format!(
        "document.querySelector('.lesson .verdict.right p span')?.textContent.trim() === {}",
        js_string(&step.done.replace('`', ""))
    );
    tab.wait(&format!("the step {} is done", step.id), &said).await?;
    Ok(())
}

async fn kept(tab: &Tab) -> Result<usize> {
    Ok(tab.local_storage("mohreh/lessons").await?.unwrap_or_default().lines().count())
}

async fn by_touch(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    tab.go("/fa/").await?;
    tab.tap("a[data-way=learn][href$=\"/learn/yinsh\"]").await?;
    tab.wait("there is a course", "!!document.querySelector('[data-act=begin]')").await?;
    let course = course(courses(&tab, Language::Persian).await?, "yinsh")?;
    tab.tap("[data-act=begin]").await?;
    let mut done = 0;
    for lesson in &course.lessons {
        for step in &lesson.steps {
            wait_for(&tab, step).await?;
            for name in touches(course.kind, step)?.into_iter().flatten() {
                wait_lit(&tab, &name).await?;
                tab.tap(&spot(&name)).await?;
            }
            wait_done(&tab, step).await?;
            done += 1;
            ensure!(kept(&tab).await? == done, "{} steps are kept, not {done}", kept(&tab).await?);
            tab.tap(".lesson [data-act=next]").await?;
        }
    }
    tab.wait("a game can be started", "!!document.querySelector('form button[type=submit]')")
        .await?;
    tab.go("/fa/learn/yinsh").await?;
    tab.wait("every lesson is complete", "document.querySelectorAll('.stop').length > 0 && !document.querySelector('.stop:not(.complete)')").await?;
    fixture.report(format!("{} lessons, {done} steps", course.lessons.len()));
    Ok(())
}

async fn by_keys(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.go("/en/learn").await?;
    tab.wait("there are courses", "!!document.querySelector('[data-course=tzaar]')").await?;
    let course = course(courses(&tab, Language::English).await?, "tzaar")?;
    tab_to(&tab, "[data-course=tzaar]").await?;
    tab.key("Enter").await?;
    for lesson in &course.lessons {
        for step in &lesson.steps {
            wait_for(&tab, step).await?;
            for name in touches(course.kind, step)?.into_iter().flatten() {
                wait_lit(&tab, &name).await?;
                focus_spot(&tab, &name).await?;
                tab.key("Enter").await?;
            }
            wait_done(&tab, step).await?;
            // The way on has the focus.
            tab.wait("the way on is focused", "document.activeElement?.dataset.act === 'next'")
                .await?;
            tab.key("Enter").await?;
        }
    }
    tab.wait("a game can be started", "!!document.querySelector('form button[type=submit]')")
        .await?;
    Ok(())
}

/// A legal turn that is not asked is answered, and can be tried again; so is the demonstration watched.
async fn mistakes(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    tab.go("/fa/learn/yinsh.moving").await?;
    let course = course(courses(&tab, Language::Persian).await?, "yinsh")?;
    let lesson: &Lesson = course
        .lessons
        .iter()
        .find(|lesson| lesson.id == "moving")
        .during("looking for a lesson")?;
    let step = &lesson.steps[0];
    wait_for(&tab, step).await?;
    for name in ["e3", "e2"] {
        wait_lit(&tab, name).await?;
        tab.tap(&spot(name)).await?;
    }
    let said = js_string(&step.mistakes[0].say.replace('`', ""));
    let answer = format!(
        "document.querySelector('.lesson .verdict:not(.right) p span')?.textContent.trim() === {said}"
    );
    tab.wait("the mistake is answered", &answer).await?;
    ensure!(kept(&tab).await? == 0, "a mistake counts as done");
    tab.tap(".lesson [data-act=retry]").await?;
    wait_for(&tab, step).await?;
    tab.tap(".lesson .action.watch").await?;
    let watching = Texts::new(Language::Persian).text("say-lesson-watching");
    let shown = format!(
        "document.querySelector('.lesson .prompt')?.textContent.trim() === {}",
        js_string(&watching)
    );
    tab.wait("the answer is shown", &shown).await?;
    wait_for(&tab, step).await?;
    tab.tap(".lesson .action.hint").await?;
    tab.wait("what to touch is shown", "!!document.querySelector('.lesson .prompt.hinted')")
        .await?;
    Ok(())
}

/// In print there is a board with a sentence for every step, and nothing to press.
async fn printed(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.go("/fa/learn/yinsh.all").await?;
    tab.wait("there are boards", "document.querySelectorAll('.booklet figure svg').length > 5")
        .await?;
    let course = course(courses(&tab, Language::Persian).await?, "yinsh")?;
    let steps: usize = course.lessons.iter().map(|lesson| lesson.steps.len()).sum();
    tab.command("Emulation.setEmulatedMedia", json!({ "media": "print" })).await?;
    let figures = tab.eval("document.querySelectorAll('.booklet figure').length").await?;
    ensure!(figures == steps, "{figures} boards are printed, not {steps}");
    let pressed = tab
        .eval("[...document.querySelectorAll('button, .bar a')].filter((one) => one.getClientRects().length > 0).length")
        .await?;
    ensure!(pressed == 0, "{pressed} things to press are printed");
    Ok(())
}
