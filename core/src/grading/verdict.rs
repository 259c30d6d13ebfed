//! Pure functions: which gradings decide a submission.
//!
//! The declared grades are always the complete grading of one moderator, so that remarks and total match. A single
//! grading decides. Of two gradings with close totals, the first decides. If the two differ, a third is needed, and the
//! one with the middle total decides.

/// The difference of two totals, in percent, at which a third moderator is needed (ruling 16).
const DIFFERENCE: f64 = 25.0;

/// The outcome of the completed gradings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The submission needs this many gradings in all.
    Waits(i64),
    /// The grading at this position decides.
    Stands(usize),
}

/// The initial number of gradings for a drawn number; `share` percent of all need two.
pub(super) fn wanted(drawn: u64, share: u8) -> i64 {
    if drawn % 100 < u64::from(share) { 2 } else { 1 }
}

/// The verdict on gradings with these totals, in order of completion.
pub(super) fn decide(totals: &[f64], wanted: i64) -> Verdict {
    match totals {
        [] => Verdict::Waits(wanted),
        [_] if wanted > 1 => Verdict::Waits(wanted),
        [_] => Verdict::Stands(0),
        [first, second] if (first - second).abs() >= DIFFERENCE => Verdict::Waits(3),
        [_, _] => Verdict::Stands(0),
        [first, second, third, ..] => {
            let mut order = [(0, first), (1, second), (2, third)];
            // The sort is stable: of equal totals, the earlier comes first.
            order.sort_by(|(_, one), (_, other)| one.total_cmp(other));
            let [_, (middle, _), _] = order;
            Verdict::Stands(middle)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_decides_two_that_agree_and_of_three_the_middle_one() {
        for (totals, wanted, verdict) in [
            (&[][..], 1, Verdict::Waits(1)),
            (&[80.0], 1, Verdict::Stands(0)),
            (&[80.0], 2, Verdict::Waits(2)),
            (&[80.0, 55.1], 2, Verdict::Stands(0)),
            (&[55.1, 80.0], 2, Verdict::Stands(0)),
            (&[80.0, 55.0], 2, Verdict::Waits(3)),
            (&[0.0, 100.0], 2, Verdict::Waits(3)),
            (&[20.0, 80.0, 30.0], 3, Verdict::Stands(2)),
            (&[20.0, 80.0, 90.0], 3, Verdict::Stands(1)),
            (&[50.0, 80.0, 10.0], 3, Verdict::Stands(0)),
            (&[20.0, 80.0, 80.0], 3, Verdict::Stands(1)),
        ] {
            assert_eq!(decide(totals, wanted), verdict, "{totals:?} of {wanted}");
        }
    }

    #[test]
    fn a_share_of_all_submissions_wants_two() {
        let of = |share: u8| (0..2_000).filter(|n| wanted(*n, share) == 2).count();
        assert_eq!((of(0), of(10), of(100)), (0, 200, 2_000));
        assert!((0..2_000).all(|n| wanted(n, 10) <= wanted(n, 30)), "a larger share adds to the smaller one");
    }
}
