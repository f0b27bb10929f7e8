"""The commands of ``dominolab`` and their options; what they do is in ``cli_run`` and ``cli_lists``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer import commands_runs

__all__ = ["app"]


def _examples(*commands: str) -> str:
    """Return examples for the end of a help text, one a line."""
    return "\n\n".join(["Examples:", *commands])


app = typer.Typer(
    name="dominolab",
    help="Ask a question about a domino game and get an answer with an interval, from millions of rounds played.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Begin with:  dominolab run configs/holding-doubles.yaml",
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"dominolab {version('dominolab')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Ask a question about a domino game and get an answer with an interval, from millions of rounds played."""


@app.command(
    epilog=_examples(
        "dominolab run configs/holding-doubles.yaml",
        "dominolab run mine.yaml --set until.deals=1e6 --set game.draw=until --out results",
        "dominolab run mine.yaml --json > results.json",
    )
)
def run(
    files: Annotated[list[Path], typer.Argument(help="Configurations in YAML; each holds one experiment or several.")],
    out: Annotated[Path, typer.Option("--out", help="Folder for the results, one folder a run.")] = Path("runs"),
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Workers, every core if left out; same results for any.")
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change a setting, such as until.deals=1e6; may be repeated."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="Other deals: short for --set seed=N.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the results as JSON on standard output, and nothing else there.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", "-k", help="Carry out what can be carried out, even if some runs fail.")
    ] = False,
) -> None:
    """Carry out experiments: play, answer, and write a folder with tables and a report.

    Everything is checked before the first game. Ctrl-C keeps what is finished. Status: 0 done, 1 a run failed, 2 bad
    input before any game, 130 interrupted.
    """
    overrides = [*(changes or ()), *([f"seed={seed}"] if seed is not None else ())]
    try:
        from analyzer.cli_run import run_files

        status = run_files(files, out, jobs, overrides, as_json=as_json, quiet=quiet, keep_going=keep_going)
    except KeyboardInterrupt:  # while things are loaded; runs that began answer for themselves
        typer.echo("interrupted; nothing was played", err=True)
        status = 130
    raise typer.Exit(status)


@app.command(
    epilog=_examples(
        "dominolab compare configs/house-rules.yaml",
        "dominolab compare configs/house-rules.yaml --set until.deals=20_000 --set players=4",
        "dominolab compare mine.yaml --show",
    )
)
def compare(
    files: Annotated[
        list[Path], typer.Argument(help="Configurations in YAML: a game with vary or variants, what to try.")
    ],
    out: Annotated[Path, typer.Option("--out", help="Folder for the results, one folder a run.")] = Path("runs"),
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Workers, every core if left out; same results for any.")
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change a setting, such as until.deals=1e6; may be repeated."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="Other deals: short for --set seed=N.")
    ] = None,
    show: Annotated[
        bool, typer.Option("--show", help="Print the whole configuration, defaults included; play nothing.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the results as JSON on standard output, and nothing else there.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", "-k", help="Carry out what can be carried out, even if some runs fail.")
    ] = False,
) -> None:
    r"""Set house rules side by side, and say what each of them changes.

    Every variant is played on the same deals and compared with the game as written: who wins, blocked rounds, points,
    length, the share of luck, what each policy gains and which is best. A file needs a game and the rules to try:

    vary: {draw: \[one, until], reserve: \[2, 0]}, every combination of them, or

    variants: {keep none back: {reserve: 0}}, sets of rules under names of your own.

    Policies, measures, margins and when to stop may be written as for run; what is missing is filled in. Status as
    for run.
    """
    overrides = [*(changes or ()), *([f"seed={seed}"] if seed is not None else ())]
    try:
        from analyzer import cli_compare

        if show:
            status = cli_compare.show(files, overrides, as_json)
        else:
            status = cli_compare.compare(
                files, out, jobs, overrides, as_json=as_json, quiet=quiet, keep_going=keep_going
            )
    except KeyboardInterrupt:  # while things are loaded; runs that began answer for themselves
        typer.echo("interrupted; nothing was played", err=True)
        status = 130
    raise typer.Exit(status)


_Out = Annotated[Path, typer.Option("--out", help="Folder for the results, one folder a run.")]
_Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", min=1, help="Workers, every core if left out; same results for any.")
]
_Games = Annotated[str, typer.Option("--games", metavar="A,B", help="Other games, separated by commas.")]
_Players = Annotated[str, typer.Option("--players", metavar="N", help="Number of players, such as 4 or [2, 4].")]
_Width = Annotated[
    str, typer.Option("--half-width", metavar="W", help="Stop when the first measure is known so well, such as 0.1%.")
]
_Deals = Annotated[str, typer.Option("--deals", metavar="N", help="Stop after so many deals, such as 1e6.")]
_Against = Annotated[
    str,
    typer.Option(
        "--against", metavar="POLICY", help="How the others play: a name, or such as '{prefer: \\[doubles]}'."
    ),
]
_Seed = Annotated[str, typer.Option("--seed", metavar="N", help="Other deals.")]


@app.command(
    epilog=_examples(
        "dominolab ask doubles",
        "dominolab ask doubles --games doubles,draw --half-width 0.1% --against heaviest",
        "dominolab ask opening --show > opening.yaml",
        "dominolab ask all",
    )
)
def ask(
    name: Annotated[str, typer.Argument(help="A question's short name; all for every habit by every game.")],
    games: _Games = "",
    players: _Players = "",
    half_width: _Width = "",
    deals: _Deals = "",
    against: _Against = "",
    seed: _Seed = "",
    out: _Out = Path("runs"),
    jobs: _Jobs = None,
    show: Annotated[
        bool, typer.Option("--show", help="Print the configuration, to keep and change it; play nothing.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the results as JSON on standard output, and nothing else there.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")] = False,
) -> None:
    """Answer a ready question that players ask; see dominolab questions.

    A habit is switched on and off against named opponents, on the same deals, in every seat in turn. Status as for run.
    """
    try:
        from analyzer import cli_ask
        from analyzer.asking import Options

        options = Options(_names(games), players, half_width, deals, against, seed)
        if show:
            status = cli_ask.show(name, options, as_json)
        else:
            status = cli_ask.ask(name, options, out, jobs, as_json=as_json, quiet=quiet)
    except KeyboardInterrupt:  # while things are loaded; runs that began answer for themselves
        typer.echo("interrupted; nothing was played", err=True)
        status = 130
    raise typer.Exit(status)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


@app.command(
    epilog=_examples("dominolab plan configs/holding-doubles.yaml", "dominolab plan --ask doubles --half-width 0.1%")
)
def plan(
    files: Annotated[list[Path] | None, typer.Argument(help="Configurations in YAML.")] = None,
    question: Annotated[str, typer.Option("--ask", metavar="NAME", help="A ready question instead of a file.")] = "",
    games: _Games = "",
    players: _Players = "",
    half_width: _Width = "",
    deals: _Deals = "",
    against: _Against = "",
    seed: _Seed = "",
    jobs: _Jobs = None,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change a setting of a file, such as until.deals=1e6."),
    ] = None,
    compare: Annotated[bool, typer.Option("--compare", help="Plan files as dominolab compare plays them.")] = False,
    as_json: Json = False,
) -> None:
    """Say what a run would play, how long it would take and how well it would know, from a pilot of one second.

    Options such as --games and --half-width go with --ask, --set with files.
    """
    try:
        from analyzer import cli_plan
        from analyzer.asking import Options

        options = Options(_names(games), players, half_width, deals, against, seed)
        status = cli_plan.plan(files or [], question, options, changes or [], jobs, as_json, compare=compare)
    except KeyboardInterrupt:
        typer.echo("interrupted; nothing was played", err=True)
        status = 130
    raise typer.Exit(status)


@app.command(epilog=_examples("dominolab games", "dominolab games doubles", "dominolab games --left-out"))
def games(
    name: Annotated[str | None, typer.Argument(help="A ready game, or a game file of your own.")] = None,
    left_out: Annotated[
        bool, typer.Option("--left-out", help="List the games that are not here, with the reason for each.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List the games, or explain one: its rules in words, house rules, source and settled points."""
    from analyzer import cli_games

    raise typer.Exit(cli_games.games(name, as_json, left_out))


@app.command(epilog=_examples("dominolab policies", "dominolab policies heaviest"))
def policies(
    name: Annotated[str | None, typer.Argument(help="A built-in policy, a preference word or a feature.")] = None,
    as_json: Json = False,
) -> None:
    """List the ways to play: built-in policies, words for your own, and a file to start from."""
    from analyzer import cli_policies

    raise typer.Exit(cli_policies.policies(name, as_json))


@app.command(epilog=_examples("dominolab questions", "dominolab questions doubles"))
def questions(
    name: Annotated[str | None, typer.Argument(help="A question's short name.")] = None,
    as_json: Json = False,
) -> None:
    """List what players ask, what guides say, and the experiment that answers it."""
    from analyzer import cli_lists

    raise typer.Exit(cli_lists.questions(name, as_json))


@app.command(epilog=_examples("dominolab schema > dominolab.schema.json"))
def schema() -> None:
    """Print the JSON schema of a configuration, for editors that check and complete while you type."""
    from analyzer import cli_lists

    raise typer.Exit(cli_lists.schema())


@app.command(epilog=_examples("dominolab replay hand.yaml", "dominolab replay hand.yaml --html --out hand.html"))
def replay(
    hand: Annotated[Path, typer.Argument(help="A YAML file with a game, a deal and a list of moves.")],
    as_json: Json = False,
    html: Annotated[bool, typer.Option("--html", help="Write a page to step through the round.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="PATH", help="The page; HAND.html here if left out.")
    ] = None,
) -> None:
    """Play a given deal and list of moves, and show every state, the legal moves, points and settlement."""
    from analyzer import cli_lists

    raise typer.Exit(cli_lists.replay(hand, as_json, html, out))


app.command(
    epilog=_examples(
        "dominolab report holding-doubles",
        "dominolab report runs/holding-doubles-1a2b3c4d --format md --out -",
        "dominolab report holding-doubles --format png --out figures",
    )
)(commands_runs.report)
app.command(epilog=_examples("dominolab verify holding-doubles", "dominolab verify report.html --share 100%"))(
    commands_runs.verify
)
app.command(epilog=_examples("dominolab diff runs/mine-1a2b3c4d runs/mine-5e6f7081"))(commands_runs.diff)
