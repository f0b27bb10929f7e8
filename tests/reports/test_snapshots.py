import pytest

from tests.reports.snapshots import COMPONENTS, FOLDER, tidy


@pytest.mark.parametrize("name", COMPONENTS)
def test_a_component_is_as_it_was(name):
    """After a change that is meant: python -m tests.reports.snapshots, and look at the difference."""
    assert tidy(COMPONENTS[name]()) == (FOLDER / name).read_text(encoding="utf-8")


def test_no_snapshot_is_left_over():
    assert {path.name for path in FOLDER.iterdir()} == set(COMPONENTS)
