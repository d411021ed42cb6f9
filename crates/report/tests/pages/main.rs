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
                "scenario,system,{n},other,side,unit,metric,fights,value,lo,hi,d_prev,d_prev_lo,d_prev_hi,d_first,d_first_lo,d_first_hi,stop\n\
                 {n},{n},1,{n},{n},{n},win_rate,9,0.5,0.4,0.6,,,,,,,fixed\n\
                 {n},{n},2,b,{n},{n},win_rate,9,0.6,0.5,0.7,0.1,0,0.2,0.1,0,0.2,fixed\n"
            ),
        ),
        (
            "compare.csv",
            format!(
                "scenario,system,against,pairs,metric,side,unit,a,b,diff,lo,hi,p_value,vrf,verdict\n\
                 {n},{n},{n},9,win_rate,{n},,0.5,0.6,0.1,0.05,0.15,0.01,2,different\n\
                 {n},{n},{n},9,{n},{n},{n},5,6,1,-1,3,0.5,2,{n}\n"
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
                "scenario,system,{n},metric,estimate,lo,hi,fights,role\n\
                 {n},{n},3,{n},0.6,0.5,0.7,9,probe\n{n},{n},4,{n},0.5,0.4,0.6,9,{n}\n"
            ),
        ),
        (
            "weights.csv",
            format!(
                "scenario,system,side,unit,stat,step,metric,effect,lo,hi,rank_lo,rank_hi,fights\n\
                 {n},{n},{n},{n},{n},+1,{n},0.2,0.1,0.3,1,1,9\n{n},{n},{n},{n},{n},-1,{n},,,,,,9\n"
            ),
        ),
        (
            "rulings.csv",
            format!(
                "scenario,system,side,unit,key,value,metric,effect,lo,hi,verdict,fights\n\
                 {n},{n},{n},,{n},{n},{n},0.2,0.1,0.3,{n},9\n"
            ),
        ),
        (
            "tactics.csv",
            format!(
                "scenario,system,side,unit,key,value,metric,effect,lo,hi,verdict,fights\n\
                 {n},{n},{n},{n},{n},{n},{n},-0.2,-0.3,0.3,{n},9\n"
            ),
        ),
        (
            "why.csv",
            format!("scenario,system,edit,metric,share,lo,hi,fights\n{n},{n},{n},{n},0.2,0.1,0.3,9\n"),
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
        assert!(
            html.contains("<svg") && html.contains("<polyline"),
            "{file}: a chart with whiskers or lines"
        );
        assert!(html.matches("aria-label=\"").count() >= 2, "{file}: charts say what they show");
        assert!(html.contains("<details>") && html.contains(file), "{file}: its rows");
        assert_eq!(html, self::html(dir.path()), "{file}: the same bytes again");
    }
}

#[test]
fn what_failed_stands_on_top() {
    let (file, text) = tables("Ogre").swap_remove(3);
    let html = html(folder(file, &text).path());
    let place = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text} in the page"));
    assert!(html.contains("1 of 3 tests failed, 1 are open."));
    assert!(place(">fail<") < place(">inconclusive<") && place(">inconclusive<") < place(">pass<"));
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
    let missing = error("scenario,system,edit,metric,lo,hi,fights\n");
    assert!(missing.ends_with("why.csv: expected a column `share`"), "{missing}");
    let wrong = error("scenario,system,edit,metric,share,lo,hi,fights\na,b,c,d,much,0,1,9\n");
    assert!(wrong.ends_with("why.csv: row 2: expected a number as `share`, not `much`"), "{wrong}");
    let short = error("scenario,system,edit,metric,share,lo,hi,fights\na,b\n");
    assert!(short.contains("why.csv") && short.contains("line: 2"), "{short}");
}
