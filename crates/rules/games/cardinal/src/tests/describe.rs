//! The play-by-play of worked example 14.

use super::{Table, dummy};

#[test]
fn example_14_reads_as_a_player_would_tell_it() {
    let a = "name = \"A\"\nrally_pool = \"none\"\nweapons = [{ name = \"Axe\", attack = \"d8+2d6\", damage = 2 }]";
    let b = format!("{}\ndodge_pool = \"d6+d4\"\nsoak_pool = \"2d6\"", dummy("B"));
    let told = Table::of(&[a], &[&b])
        .ruling("yield_afraid = false")
        .rounds(2)
        .told("d8=8 d6=5 d6=3 d6=4 d4=2 d6=6 d6=3 d8=7 d6=6 d6=2 d8=6 d6=3 d4=1 d6=1 d6=1");
    let want = [
        "Order: A, B",
        "A acts",
        "  Axe on B: d8+2d6 (8 5 3) against dodge d6+d4 (4 2): 2 successes",
        "  B: 4 points, soak 2d6 (6 3) takes 1 off: 3",
        "  B is Reeling",
        "  B is Hurt, Afraid, Injured",
        "  guards",
        "B acts (Reeling, Hurt, Afraid, Injured)",
        "  recovers",
        "  guards",
        "End of the round",
        "A acts (Guarding)",
        "  Axe on B: d8+2d6 (7 6 2) against dodge d8+d6+d4 (6 3 1): 1 success",
        "  B: 3 points + 2 for wounds, soak 2d6 (1 1) a botch: 6",
        "  B is Reeling",
        "  B is Overkilled",
    ];
    assert_eq!(told[..want.len()], want, "{told:#?}");
}
