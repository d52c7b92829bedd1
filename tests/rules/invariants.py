"""What is true of every position, whatever has been played or claimed."""

from rules.arena.engine.state import Game


def what_must_hold(position: Game) -> None:
    standing = [unit for unit in position.in_play() if unit.is_obstacle]
    assert len({unit.cell for unit in standing}) == len(standing)
    assert position.impassable == position.board.obstacles | sum(1 << unit.cell for unit in standing)
    assert set(position.bodies) == {unit.cell for unit in standing}
    assert not any(position.board.obstacles >> unit.cell & 1 for unit in position.in_play())
    for unit in position.units.values():
        assert unit.hp is None or 0 <= unit.injuries <= unit.hp
        assert unit.in_play or unit.injuries == 0
        assert min(unit.ap, unit.mp) >= 0
        assert unit.ap_markers >= -(unit.most_ap or 0)
        assert unit.mp_markers >= -(unit.most_mp or 0)
    assert min(*position.glory.values(), *position.kamas.values(), position.wild) >= 0
