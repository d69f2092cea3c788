//! What the rules pages tell beside the rules, in every language: facts of the box, credits, advice, readings of ours.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use std::path::Path;

/// The paragraphs, list items and table rows of a rules page that name a rule id.
fn told(language: &str, game: &str, id: &str) -> String {
    let path = format!("../../texts/{language}/rules/{game}.md");
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let names = |line: &&str| {
        let ids = line.rsplit_once('{').and_then(|(_, rest)| rest.split_once('}'));
        ids.is_some_and(|(ids, _)| ids.split_whitespace().any(|named| named == id))
    };
    page.lines().filter(names).collect::<Vec<_>>().join("\n")
}

/// Every word stands in a sentence of the page that names the id.
fn check(game: &str, id: &str, english: &[&str], persian: &[&str]) {
    for (language, words) in [("en", english), ("fa", persian)] {
        let told = told(language, game, id);
        for word in words {
            assert!(told.contains(word), "{language}: {id} does not say “{word}” in:\n{told}");
        }
    }
}

const PUBLISHERS: [&str; 3] = ["Kris Burm", "HUCH & Friends", "سرزمین ذهن زیبا"];
const TRANSLATOR: &str = "کیومرث قنبری آذر";

/// Players, age, duration and credits of the three games that share them.
fn check_facts(game: &str, id: &str) {
    check(
        game,
        id,
        &["2 players", "from 12 years", "30 to 60 minutes"],
        &["۲ بازیکن", "۱۲ سال به بالا", "۳۰ تا ۶۰ دقیقه"],
    );
    check(game, id, &PUBLISHERS, &PUBLISHERS);
    check(game, id, &["bag", "rulebook"], &["پارچه‌ای", "دفترچه"]);
}

#[test]
fn z26_facts_credits_and_the_spare_ring() {
    check_facts("zertz", "Z26");
    check("zertz", "Z26", &[TRANSLATOR], &[TRANSLATOR]);
    check(
        "zertz",
        "Z26",
        &["6 white, 8 grey and 10 black", "49", "spare", "24 additional rings", "potentials"],
        &["۶ گوی سفید، ۸ خاکستری و ۱۰ سیاه", "۴۹", "یدکی", "۲۴ حلقه‌ی اضافی", "پتانسیل‌ها"],
    );
}

#[test]
fn z27_larger_boards_checkers_the_full_board_and_our_positions() {
    check(
        "zertz",
        "Z27",
        &["experienced", "symmetrical", "checkers", "cut off the whole board", "are our own"],
        &["خوب بلد", "متقارن", "چکرز", "کل صفحه را ایزوله", "از خود ماست"],
    );
}

#[test]
fn t18_facts_credits_and_the_place_of_the_board() {
    check_facts("tzaar", "T18");
    check("tzaar", "T18", &[TRANSLATOR, "between you"], &[TRANSLATOR, "بین خودتان"]);
    check("tzaar", "T18", &["30 white and 30 black"], &["۳۰ مهره‌ی سفید و ۳۰ مهره‌ی مشکی"]);
}

#[test]
fn t19_the_central_question_the_triangle_and_our_readings() {
    check(
        "tzaar",
        "T19",
        &["myself stronger", "opponent weaker", "triangle of power", "draws", "hexagon"],
        &["خودم را قوی‌تر", "حریف را ضعیف‌تر", "مثلث قدرت", "تساوی", "شش‌ضلعی"],
    );
}

#[test]
fn y22_facts_credits_slots_and_blitz() {
    check_facts("yinsh", "Y22");
    check(
        "yinsh",
        "Y22",
        &["five white and five black", "51", "slots in front", "short", "no translator"],
        &["پنج سفید و پنج سیاه", "۵۱", "رو به خودش", "کوتاه", "از مترجم نام نمی‌برد"],
    );
}

#[test]
fn y23_advice_and_our_readings() {
    check(
        "yinsh",
        "Y23",
        &["GIPF", "double meaning", "costs you a ring", "one ring less", "initiative", "third row"],
        &["GIPF", "دو معنی", "یک حلقه هم از شما", "یک حلقه‌ی کمتر", "ابتکار", "ردیف سوم"],
    );
    check("yinsh", "Y23", &["85 points", "blitz"], &["۸۵ نقطه", "بلیتز"]);
}

#[test]
fn r28_facts_parts_and_no_author() {
    check(
        "rotas",
        "R28",
        &["2 to 4 players", "from 8 years", "45 minutes", "60 pieces", "rulebook", "not name them"],
        &["۲ تا ۴ بازیکن", "۸ سال به بالا", "۴۵ دقیقه", "۶۰ مهره", "دفترچه", "نامشان نیامده"],
    );
}

#[test]
fn r29_readings_of_ours_and_the_tip() {
    check(
        "rotas",
        "R29",
        &["boards are reconstructed", "five pieces in a cell", "0 rolls", "leaving", "odds"],
        &["زمینه‌ها بازسازی", "پنج مهره در یک خانه", "«۰ بار»", "ترک بازی", "جدول شانس"],
    );
    let damaged = ["«رتوس»", "«نیکبی»", "«دنده»"];
    check("rotas", "R29", &damaged, &damaged);
    check("rotas", "R29", &["block the lines of others"], &["جلوی دوز دیگران"]);
}
