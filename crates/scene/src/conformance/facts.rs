//! Checks of what scenes state: it agrees with the theme, with what stands on the board and with
//! what moves do.

use crate::{Animation, CellId, CounterKind, Motion, Owner, Place, Scene, Scenic};

/// What a scene states agrees with what stands on it and with its theme.
pub(super) fn check_scene<G: Scenic>(scene: &Scene) {
    let theme = G::theme();
    assert_eq!(scene.theme, theme.name);
    let pieces = scene.cells.iter().flat_map(|cell| &cell.stack).map(|piece| piece.tint);
    for tint in pieces.chain(scene.players.iter().map(|player| player.tint)) {
        assert!(theme.piece(tint).is_some(), "the theme has no {tint:?} piece");
    }
    if !scene.stacking {
        assert!(scene.cells.iter().all(|cell| cell.stack.len() <= 1), "a stack where none may be");
    }
    for counter in scene.counters.iter().filter(|counter| counter.kind != CounterKind::Figure) {
        assert_ne!(counter.owner, Owner::Nobody, "a tray is somebody's: {counter:?}");
        assert!(counter.of.is_some(), "a tray has a size: {counter:?}");
    }
}

/// Pieces travel in the way that the scene says.
pub(super) fn check_motion(before: &Scene, animation: &Animation, text: &str) {
    let at = |cell: CellId| before.cells[usize::from(cell.0)].at;
    for travel in animation.steps.iter().flat_map(|step| &step.travels) {
        let by_hand = [travel.from, travel.to].iter().any(|p| matches!(p, Place::Hand(_)));
        assert!(!by_hand || before.motion == Motion::Sow, "{text}: no hand without sowing");
        if before.motion == Motion::Roll {
            assert_eq!(travel.pieces.len(), 1, "{text}: a stack does not roll");
            if let (Place::Cell(from), Place::Cell(to)) = (travel.from, travel.to) {
                let (from, to) = (at(from), at(to));
                let far = (to.x - from.x).hypot(to.y - from.y);
                assert!(far < 1.5, "{text}: nothing rolls over a cell");
            }
        }
    }
}

/// What comes to a tray or leaves a supply is counted by a counter of that kind.
pub(super) fn check_trays(before: &Scene, after: &Scene, animation: &Animation, text: &str) {
    let travels = || animation.steps.iter().flat_map(|step| &step.travels);
    let count = |scene: &Scene, kind, owner| {
        scene.counters.iter().find(|c| c.kind == kind && c.owner == owner).map(|c| c.value)
    };
    for (owner, other) in [(Owner::First, Owner::Second), (Owner::Second, Owner::First)] {
        let to = |place| travels().filter(move |t| t.to == place).map(|t| t.pieces.len() as u32);
        let from =
            |place| travels().filter(move |t| t.from == place).map(|t| t.pieces.len() as u32);
        let taken: u32 = to(Place::Lost(other)).sum();
        let played: u32 = from(Place::Supply(owner)).sum();
        let captured = |scene| count(scene, CounterKind::Captured, owner);
        let supply = |scene| count(scene, CounterKind::Supply, owner);
        if taken > 0 || captured(before).is_some() {
            let expected = captured(before).map(|value| value + taken);
            assert_eq!(captured(after), expected, "{text}: what {owner:?} has captured");
            assert!(expected.is_some(), "{text}: {owner:?} captures what no counter counts");
        }
        if played > 0 || supply(before).is_some() {
            let expected = supply(before).and_then(|value| value.checked_sub(played));
            assert_eq!(supply(after), expected, "{text}: what {owner:?} has left");
            assert!(expected.is_some(), "{text}: {owner:?} plays what no counter counts");
        }
    }
}
