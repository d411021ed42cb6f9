//! Pages of every kind: whole, of one piece, without a way in for the names of a scenario, always the same.

use std::fs;
use std::path::Path;

use fray_report::{ReportError, page};

mod markup;
use markup::assert_page;

/// A name that would be markup if it were not escaped.
const HOSTILE: &str = "</title></svg><script>alert(1)</script><img src=x onerror=\"alert(2)\">&'";

/// A folder with one table.
fn folder(file: &str, text: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join(file), text).unwrap();
    dir
}

#[track_caller]
fn html(dir: &Path) -> String {
    page(dir).unwrap().html()
}

/// A name as a cell of a CSV file.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A table of each kind in which every name is this one, with two rows of numbers.
fn tables(name: &str) -> Vec<(&'static str, String)> {
    let n = quoted(name);
    vec![
        (
            "sweep.csv",
            format!(
                "scenario,system,{n},other,side,unit,metric,kind,fights,value,lo,hi,d_prev,d_prev_lo,d_prev_hi,d_first,d_first_lo,d_first_hi,stop\n\
                 {n},{n},1,{n},{n},{n},win_rate,ratio,9,0.5,0.4,0.6,,,,,,,fixed\n\
                 {n},{n},2,b,{n},{n},win_rate,ratio,9,0.6,0.5,0.7,0.1,0,0.2,0.1,0,0.2,fixed\n"
            ),
        ),
        (
            "compare.csv",
            format!(
                "scenario,system,against,pairs,metric,kind,side,unit,a,b,diff,lo,hi,p_value,vrf,verdict\n\
                 {n},{n},{n},9,win_rate,ratio,{n},,0.5,0.6,0.1,0.05,0.15,0.01,2,different\n\
                 {n},{n},{n},9,{n},count,{n},{n},5,6,1,-1,3,0.5,2,{n}\n"
            ),
        ),
        (
            "matrix.csv",
            format!(
                "scenario,system,a,b,seed,fights,a_wins,b_wins,draws,timeouts,rate,lo,hi\n\
                 {n},{n},{n},{n},1,9,5,4,0,0,0.55,0.4,0.7\n{n},{n},{n},other,1,9,8,1,0,0,0.9,0.8,0.95\n\
                 {n},{n},other,{n},1,9,1,8,0,0,0.1,0.05,0.2\n"
            ),
        ),
        (
            "check.csv",
            format!(
                "point,metric,kind,baseline,value,lo,hi,p_holm,verdict,reproduce\n\
                 {n},win_rate,rate,0.5,0.5,0.4,0.6,,pass,\n{n},{n},rate,0.5,0.7,0.6,0.8,0.001,fail,{n}\n\
                 {n},{n},mean,{n},,,,,inconclusive,{n}\n"
            ),
        ),
        (
            "solve.csv",
            format!(
                "scenario,system,{n},metric,kind,estimate,lo,hi,fights,role\n\
                 {n},{n},3,{n},ratio,0.6,0.5,0.7,9,probe\n{n},{n},4,{n},ratio,0.5,0.4,0.6,9,{n}\n"
            ),
        ),
        (
            "weights.csv",
            format!(
                "scenario,system,side,unit,stat,step,metric,kind,effect,lo,hi,rank_lo,rank_hi,fights\n\
                 {n},{n},{n},{n},{n},+1,{n},ratio,0.2,0.1,0.3,1,1,9\n{n},{n},{n},{n},{n},-1,{n},ratio,,,,,,9\n"
            ),
        ),
        (
            "rulings.csv",
            format!(
                "scenario,system,side,unit,key,value,metric,kind,effect,lo,hi,verdict,fights\n\
                 {n},{n},{n},,{n},{n},{n},ratio,0.2,0.1,0.3,{n},9\n"
            ),
        ),
        (
            "tactics.csv",
            format!(
                "scenario,system,side,unit,key,value,metric,kind,effect,lo,hi,verdict,fights\n\
                 {n},{n},{n},{n},{n},{n},{n},count,-0.2,-0.3,0.3,{n},9\n"
            ),
        ),
        (
            "why.csv",
            format!(
                "scenario,system,edit,metric,kind,share,lo,hi,fights\n{n},{n},{n},{n},ratio,0.2,0.1,0.3,9\n"
            ),
        ),
        (
            "summary.csv",
            format!(
                "scenario,system,side,fights,win_rate,win_lo,win_hi,rounds_mean,rounds_lo,rounds_hi\n\
                 {n},{n},{n},9,0.5,0.4,0.6,3,2,4\n{n},{n},other,9,0.5,0.4,0.6,3,2,4\n"
            ),
        ),
    ]
}

#[test]
fn a_name_injects_nothing_in_any_table() {
    for (file, text) in tables(HOSTILE) {
        let dir = folder(file, &text);
        let html = html(dir.path());
        assert_page(&html);
        assert!(!html.contains("<script") && !html.contains("<img"), "{file}");
        assert!(
            html.contains("&#60;/title&#62;") || html.contains("&lt;/title&gt;"),
            "{file}: the name is shown"
        );
    }
}

#[test]
fn each_table_has_a_chart_with_a_sentence_and_its_rows() {
    for (file, text) in tables("Ogre") {
        let dir = folder(file, &text);
        let html = html(dir.path());
        assert_page(&html);
        let has_chart = ["<polyline", "class=\"strip", "class=\"heat\"", "class=\"sorted\""]
            .iter()
            .any(|it| html.contains(it));
        // A few rates are read in the table of a check.
        assert!(has_chart || file == "check.csv", "{file}: rows with marks, lines, or a map");
        assert!(html.contains("aria-label=\""), "{file}: what scrolls says what it is");
        assert!(html.contains("<details>") && html.contains(file), "{file}: its rows");
        // Values have no line that means nothing, as a difference of 0 is.
        assert!(file != "solve.csv" || !html.contains("class=\"base\""), "{file}: {html}");
        assert_eq!(html, self::html(dir.path()), "{file}: the same bytes again");
    }
}

#[test]
fn what_failed_stands_on_top() {
    let (file, text) = tables("Ogre").swap_remove(3);
    let html = html(folder(file, &text).path());
    let said = "The point does not agree with its baseline. 1 of 3 tests passed.";
    assert!(html.contains(said), "{html}");
    let place = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text} in the page"));
    assert!(place("What moved at Ogre") < place(">pass<"));
}

/// The labels of the rows of one chart.
fn labels(html: &str) -> Vec<String> {
    let charts = html.split("<table class=\"forest\">").skip(1);
    let rows = charts.map(|chart| chart.split("</table>").next().unwrap_or_default());
    let mut all = Vec::new();
    for (n, chart) in rows.enumerate() {
        let mut group = "";
        for part in chart.split("<th scope=\"").skip(1) {
            let text =
                part.split_once('>').and_then(|(_, rest)| rest.split_once("</th>")).map_or("", |it| it.0);
            match part.split('"').next() {
                Some("rowgroup") => group = text,
                Some("row") => all.push(format!("{n}: {group}: {text}")),
                _ => {}
            }
        }
    }
    all
}

/// Names of weapons are long and alike: each row says which number it is of.
#[test]
fn no_two_rows_of_a_chart_have_one_label() {
    let mut text =
        "scenario,system,side,unit,stat,step,metric,kind,effect,lo,hi,rank_lo,rank_hi,fights\n".to_owned();
    let (mut n, court) = (0, "Flame Lance of the Crimson Court");
    for unit in ["Ink Serpent", "Ink Serpent of the Deep"] {
        for stat in ["hit", "range", "attack_mod", "attack_mod_of_old"] {
            n += 1;
            text += &format!(
                "s,g,monsters,{unit},weapons.{court}.{stat},+1,win_rate(heroes),ratio,0.{n}1,0.{n}0,0.{n}2,1,1,9\n"
            );
        }
    }
    let html = html(folder("weights.csv", &text).path());
    let all = labels(&html);
    assert_eq!(all.len(), 8, "{all:?}");
    let mut distinct = all.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), all.len(), "{all:?}");
    assert!(!html.contains('…'), "nothing is cut");
    assert_eq!(html.matches(">monsters / Ink Serpent<").count(), 1, "what rows share is said once");
}

/// A second side that only mirrors the first, curves that coincide, and the goal.
#[test]
fn a_sweep_says_what_changes_in_words_and_marks_the_goal() {
    let head = "scenario,system,a/Ogre.hp,rulings.tie,side,unit,metric,kind,fights,value,lo,hi\n";
    let mut text = head.to_owned();
    for (hp, rate) in [(20, 0.8), (30, 0.65), (40, 0.5)] {
        for tie in ["a", "b"] {
            text += &format!(
                "s,g,{hp},{tie},heroes,,win_rate,ratio,900,{rate},{},{}\n",
                rate - 0.01,
                rate + 0.01
            );
            text += &format!("s,g,{hp},{tie},ogres,,win_rate,ratio,900,{:.2},0,1\n", 1.0 - rate);
        }
    }
    let dir = folder("sweep.csv", &text);
    let goal = "goal,metric,side,unit,lo,hi\nwin_rate(heroes) >= 65%,win_rate,heroes,,0.65,\n";
    fs::write(dir.path().join("goals.csv"), goal).unwrap();
    let html = html(dir.path());
    assert_page(&html);
    for part in [
        "The win rate of heroes is lowest, 50.0% (49.0 to 51.0), with Ogre 40 HP, tie a, and highest, 80.0% (79.0 to \
         81.0), with Ogre 20 HP, tie b.",
        "mirrors the win rate of heroes",
        "The curves of tie a and tie b coincide.",
        "The cell in a frame is nearest to the goal win_rate(heroes) &#62;= 65%.",
        "Dashed: the goal",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert_eq!(html.matches(" marked\"").count(), 1, "one cell is marked");
    assert!(!html.contains(">win rate of ogres<"), "the mirror has no section");
}

/// All points of a batch, by name in a map, and with an order of the reader's.
#[test]
fn a_batch_shows_all_its_points() {
    let mut text =
        "scenario,system,side,fights,win_rate,win_lo,win_hi,rounds_mean,rounds_lo,rounds_hi\n".to_owned();
    for party in ["trio", "quartet"] {
        for monster in 0..40 {
            let name = format!("{party}-vs-mon-{monster:02}");
            text += &format!(
                "{name},g,heroes,100,0.{monster:02},0.0,1.0,3,2,4\n{name},g,foes,100,0.5,0,1,3,2,4\n"
            );
        }
    }
    let html = html(folder("summary.csv", &text).path());
    assert_page(&html);
    for monster in 0..40 {
        let name = format!(">trio-vs-mon-{monster:02}<");
        assert!(html.contains(&name), "{name}");
    }
    assert!(html.contains("class=\"heat flat") && html.contains(">mon-39<"), "parties by monsters");
    assert!(html.contains("type=\"radio\"") && !html.contains("<script"), "sorted without a script");
    assert!(html.contains("80 points. The first side wins least often in"), "a sentence first");
}

/// The goal that is missed comes first, what says the same is told once, rates are percents, and p-values fit.
#[test]
fn a_check_tells_the_missed_goal_first_and_each_drift_once() {
    let p = format!("0.{}1", "0".repeat(299));
    let row = |metric: &str, kind: &str, was: &str, now: &str, verdict: &str| {
        format!("ogre,{metric},{kind},{was},{now},0.6,0.8,{p},{verdict},fray run ogre.toml,\n")
    };
    let text = "point,metric,kind,baseline,value,lo,hi,p_holm,verdict,reproduce,note\n".to_owned()
        + &row("win_rate(a)", "rate", "0.5", "0.702", "fail")
        + &row("win_rate(b)", "rate", "0.5", "0.298", "fail")
        + &row("standing(a/Knight)", "rate", "0.5", "0.702", "fail")
        + &row("rounds", "distribution", "2.5", "2.75", "fail")
        + &row("rounds", "mean", "2.5", "2.75", "fail")
        + &row("win_rate(a) < 60%", "goal", "", "0.702", "fail")
        + &row("damage(a/Knight)", "mean", "3", "3", "pass");
    let html = html(folder("check.csv", &text).path());
    assert_page(&html);
    assert!(!html.contains("00000000") && html.contains("&#60; 1e-300"), "{html}");
    let place = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text} in {html}"));
    let said = "1 goal is missed and the point does not agree with its baseline. 1 of 7 tests passed.";
    assert!(place(said) < place(">ogre: win_rate(a) &#60; 60%<"), "{html}");
    assert!(
        place(">ogre: win_rate(a) &#60; 60%<") < place(">win rate (and 2 with the same values)<"),
        "{html}"
    );
    assert!(html.contains("50.0%</td><td class=\"n\">70% ± 10<"), "{html}");
    assert_eq!(html.matches(">rounds<").count(), 3, "once, and in the table of all tests: {html}");
}

#[test]
fn points_that_could_not_be_tested_are_told_apart_from_those_that_drifted() {
    let text = "point,metric,kind,baseline,value,lo,hi,p_holm,verdict,reproduce,note\n\
        ogre,win_rate(a),rate,0.5,0.702,0.6,0.8,1e-9,fail,fray run ogre.toml,\n\
        bat,scenario,exact,,,,,,fail,fray validate bat.toml,1 error\n\
        elf,baseline,exact,,,,,,fail,fray check elf.toml,out of date\n\
        imp,win_rate(a),rate,0.5,0.5,0.4,0.6,1,pass,fray run imp.toml,\n";
    let html = html(folder("check.csv", text).path());
    let said =
        "1 of 4 points does not agree with its baseline and 2 of 4 points could not be tested. 1 of 4 tests";
    assert!(html.contains(said), "{html}");
}

/// A point without a baseline disagrees with none.
#[test]
fn a_baseline_that_is_not_there_is_called_missing() {
    let text = "point,metric,kind,baseline,value,lo,hi,p_holm,verdict,reproduce,note\n\
                ogre,baseline,exact,,,,,,fail,fray run ogre.toml,there is no ogre.base.toml yet\n\
                ogre,win_rate(a) > 20%,goal,,0.7,0.6,0.8,,pass,,\n";
    let html = html(folder("check.csv", text).path());
    assert!(html.contains("The point has no baseline yet. 1 of 2 tests passed."), "{html}");
}

#[test]
fn a_folder_without_results_says_what_it_may_hold() {
    let dir = tempfile::tempdir().unwrap();
    let error = page(dir.path()).unwrap_err();
    assert!(matches!(error, ReportError::NothingKnown(_)));
    let text = error.to_string();
    for file in ["tallies", "summary.csv", "sweep.csv", "compare.csv", "matrix.csv", "check.csv", "why.csv"] {
        assert!(text.contains(file), "{text}");
    }
}

#[test]
fn a_table_that_is_wrong_is_named_with_its_row() {
    let error = |text: &str| page(folder("why.csv", text).path()).unwrap_err().to_string();
    let missing = error("scenario,system,edit,metric,kind,lo,hi,fights\n");
    assert!(missing.ends_with("why.csv: expected a column `share`"), "{missing}");
    let wrong = error("scenario,system,edit,metric,kind,share,lo,hi,fights\na,b,c,d,ratio,much,0,1,9\n");
    assert!(wrong.ends_with("why.csv: row 2: expected a number as `share`, not `much`"), "{wrong}");
    let short = error("scenario,system,edit,metric,kind,share,lo,hi,fights\na,b\n");
    assert!(short.contains("why.csv") && short.contains("line: 2"), "{short}");
}
