"""The project itself: which packages are imported, who may import whom, and that what the README says is so."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import analyzer
import kernels
import reports
from analyzer.cli import main
from analyzer.comparing import load_compares
from analyzer.config import load_experiments
from kernels import engine

pytestmark = pytest.mark.exact

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CHECKS = ROOT / ".ci" / "run"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SETUP = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines() if "-m venv" in line]
PACKAGES = ("analyzer", "kernels", "reports")


def block(kind: str, part: str) -> str:
    """Return the README's only block of a kind that contains a text."""
    (found,) = [text for language, text in BLOCKS if language == kind and part in text]
    return found


def tracked() -> list[Path]:
    """Return the files that git tracks; skip where there is no git or no repository."""
    if shutil.which("git") is None:
        pytest.skip("there is no git")
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not done.stdout:
        pytest.skip("this is no git repository")
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


# --- packages ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", [analyzer, kernels, reports], ids=PACKAGES)
def test_the_packages_are_ours(package: object) -> None:
    """Other public packages are called `kernels` and `reports` too."""
    file = Path(str(package.__file__)).resolve()  # type: ignore[attr-defined]
    ours = (ROOT / str(package.__name__) / "__init__.py").resolve()  # type: ignore[attr-defined]
    assert file == ours, f"{file} is not ours: another package of that name is installed; use a fresh environment"


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert analyzer.__version__ == project["version"], "install again: pip install -e ."
    assert importlib.metadata.version("dominolab") == project["version"]
    assert project["version"] in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_import_contracts(tmp_path: Path) -> None:
    tool = Path(sys.executable).with_name("lint-imports")
    command = [str(tool), "--no-cache", "--config", str(ROOT / "pyproject.toml")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def imports(package: str) -> set[tuple[str, str]]:
    """Return (file name, imported module) of a package, imports inside functions included."""
    found: set[tuple[str, str]] = set()
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            found |= {(path.name, name) for name in names}
    return found


def users(package: str, *modules: str) -> set[str]:
    """Return the files of a package that import one of the modules or something in them."""
    return {file for file, name in imports(package) if any(f"{name}.".startswith(f"{m}.") for m in modules)}


def test_imports_run_one_way() -> None:
    """The same as the contracts, read from the source by other means."""
    assert users("kernels", "analyzer", "reports", "pandas", "matplotlib", "typer", "rich", "yaml") == set()
    assert users("reports", "analyzer", "numba", "typer") == set()
    of_kernels = {name for _, name in imports("reports") if name.startswith("kernels")}
    assert {".".join(name.split(".")[:2]) for name in of_kernels} <= {"kernels.tiles"}
    joining = {name for name in users("analyzer", "reports") if not name.startswith("cli_")}
    assert joining <= {"front.py", "runner.py"}
    drawn = users("kernels", "random", "numpy.random") - {"conformance.py"}  # makes up moves for tests
    assert drawn == set(), "random numbers come from kernels.philox alone"


def test_importing_is_quick() -> None:
    """`--help`, errors in a configuration and reading results compile nothing and load neither numba nor pandas."""
    code = "import sys, analyzer, reports, kernels; print(sorted({'numba', 'pandas', 'matplotlib'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- files ------------------------------------------------------------------------------------------------------------


def test_no_registry_and_no_machine_is_named() -> None:
    hosts = ["pypi" + ".org", "python" + "hosted", "anaconda" + ".org", "index" + "-url", "find" + "-links"]
    places = [r"(?<![\w.])/" + name + "/" for name in ("root", "work", "home", "Users", "mnt")]
    pattern = re.compile("|".join([*map(re.escape, hosts), *places]).encode())
    named = {str(path.relative_to(ROOT)): m.group() for path in tracked() if (m := pattern.search(path.read_bytes()))}
    assert named == {}


def test_no_made_file_is_tracked() -> None:
    made = {"runs", "dist", "build", "__pycache__", ".venv", ".hypothesis", ".benchmarks", "htmlcov"}
    assert [path for path in tracked() if made & set(path.relative_to(ROOT).parts)] == []


@pytest.mark.parametrize("path", sorted((ROOT / "configs").glob("*.yaml")), ids=lambda path: path.stem)
def test_every_config_can_be_played(path: Path) -> None:
    experiments = load_experiments(path)
    assert experiments
    assert all(experiment.title.endswith("?") for experiment in experiments)
    assert path.read_text(encoding="utf-8").startswith("#"), "a config begins with a comment that says what it asks"


@pytest.mark.parametrize("path", sorted((ROOT / "configs" / "hands").glob("*.yaml")), ids=lambda path: path.stem)
def test_every_hand_can_be_replayed(path: Path) -> None:
    assert analyzer.replay(path).steps


# --- the README -------------------------------------------------------------------------------------------------------


def test_two_lines_set_everything_up() -> None:
    top = README[: README.index("\n## ", README.index("## Set up") + 1)]
    assert len(SETUP) == 2
    assert all(line in top for line in SETUP)
    run, test = SETUP
    assert run.endswith("dominolab run configs/holding-doubles.yaml")
    assert '".[test]"' in test
    assert test.endswith("-m pytest")


def test_checks_run_the_line_of_the_readme() -> None:
    text = CHECKS.read_text(encoding="utf-8")
    assert f"\ntests='{SETUP[1]}'\n" in text
    assert 'eval "$tests"' in text
    assert SETUP[1] in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_everything_that_is_linked_exists() -> None:
    for document in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        text = (ROOT / document).read_text(encoding="utf-8")
        links = [link for link in re.findall(r"\]\(([^)#]+)", text) if not link.startswith("https://")]
        paths = re.findall(r"`((?:analyzer|kernels|reports|configs|tests|\.ci)/[\w./-]*)`", text)
        assert [name for name in links + paths if not (ROOT / name).exists()] == [], document


def test_commands_of_the_readme_exist(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    commands = set(re.findall(r"(?:^|`)dominolab ([a-z]+)\b", README, re.MULTILINE))
    assert commands >= {"run", "games", "policies", "questions", "schema", "replay"}
    for command in sorted(commands):
        monkeypatch.setattr(sys, "argv", ["dominolab", command, "--help"])
        with pytest.raises(SystemExit) as left:
            main()
        assert left.value.code in (0, None), command
    capsys.readouterr()


def test_the_readme_configuration_and_policy_play(tmp_path: Path) -> None:
    (tmp_path / "lock.py").write_text(block("python", "def choose"), encoding="utf-8")
    config = tmp_path / "mine.yaml"
    config.write_text(block("yaml", "lock.py:choose").replace("100_000", "3000"), encoding="utf-8")
    run = analyzer.run(config, save=False)
    wins = run.table[(run.table.measure == "win") & (run.table.kind == "comparison")]
    assert set(wins.policy) == {"hold", "mix", "mine"}
    assert (wins.estimate > 0).all()


def test_the_readme_game_is_the_one_of_the_configs() -> None:
    """The game written in the README is `configs/my-game.yaml`, and its answers are those printed."""
    path = ROOT / "configs" / "my-game.yaml"
    assert path.read_text(encoding="utf-8").endswith(block("yaml", "name: our-table"))
    (extra,) = load_experiments(path)
    (plain,) = load_experiments(path, ["game.extra_turn=none"])
    assert (extra.variants[0].rules.extra_turn, plain.variants[0].rules.extra_turn) == ("may", "none")

    def difference(experiment: object, policy: str) -> str:
        table = analyzer.run(experiment, save=False).table
        (row,) = table[(table.measure == "win") & (table.kind == "comparison") & (table.policy == policy)].itertuples()
        return f"{100 * abs(row.estimate):.1f}"

    section = README[README.index("## Write your own game") :]
    said = re.findall(r"(?:wins|them|worth) ([\d.]+\d)", section)
    assert said[:3] == [
        difference(extra.config, "early"),
        difference(extra.config, "hold"),
        difference(plain.config, "early"),
    ]


def test_the_readme_answer_is_the_answer() -> None:
    """The sentences printed in the README are those that a run prints, word for word and digit by digit."""
    run = analyzer.run(ROOT / "configs" / "holding-doubles.yaml", save=False)
    printed = " ".join(block("text", "How much does holding").split())
    assert printed == " ".join([run.manifest["title"], *run.answer])


def test_the_readme_answers_on_house_rules_are_the_answers() -> None:
    """Of ``dominolab compare``, some of whose paragraphs the README quotes."""
    answer = analyzer.compare(ROOT / "configs" / "house-rules.yaml", save=False).answer
    quoted = block("text", "no locked").split("[...]")
    assert len(quoted) == 3
    assert [text for text in quoted if " ".join(text.split()) not in answer] == []


def test_the_readme_rules_can_be_compared(tmp_path: Path) -> None:
    file = tmp_path / "rules.yaml"
    text = block("yaml", "kitchen table")
    named = re.sub(r"^vary.*\n# ", "", text, flags=re.MULTILINE)
    for written, number in ((text, 4), (named, 3)):
        file.write_text(written, encoding="utf-8")
        (found,) = load_compares(file)
        assert len(found.variants) == number  # type: ignore[union-attr]


def test_the_readme_hand_can_be_replayed(tmp_path: Path) -> None:
    hand = tmp_path / "hand.yaml"
    text = block("yaml", "plays:")
    hand.write_text(text, encoding="utf-8")
    assert len(analyzer.replay(hand).steps) == 4
    hand.write_text(text.replace("6-3, 3-3]", "6-3, 4-2]"), encoding="utf-8")
    with pytest.raises(analyzer.ConfigError, match=r"4-2.*is not legal; legal is 3-3 on 3"):
        analyzer.replay(hand)


def test_the_readme_python_lines_are_true() -> None:
    said = float(re.search(r"print\(\(rounds.winner == 0\).mean\(\)\)  # ([\d.]+)", README)[1])  # type: ignore[index]
    engine.warm_up()
    rounds = analyzer.simulate("doubles", policies=["doubles-last", "random"], deals=1_000_000, seed=7)
    assert round((rounds.winner == 0).mean(), 6) == said


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < 300
    assert max(map(len, README.splitlines())) <= 130
