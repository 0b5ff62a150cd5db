"""What pages without a server need of this package, as WebAssembly."""

from __future__ import annotations

from pathlib import Path

from ..core.wasm.building import MODULES, Plan
from ..core.wasm.loops import Loop
from .native import early, exact, proof, rebase, solve, tree, wins

NODES = "node[] i4[] i4[] f4[,]"


def plan(game: str, folder: Path | None = None) -> Plan:
    """How the module of a game is made, with rules and search in one."""
    return Plan(game, folder or MODULES, f"{__name__}:{search_loops.__name__}")


def search_loops() -> list[Loop]:
    """What thinks about a game: searching, solving, proving."""
    nodes = {"node": tree.NODE}
    return [
        Loop(
            tree.simulate,
            f"record[] record[] {NODES} i8[] f4[,] f4[,] f8[,] i4[] i8[] f8[] u1[] i8 -> i8",
            nodes,
        ),
        Loop(tree.name_effects, "record[] i4[] i4[] i8 i8"),
        Loop(tree.note_proof, "node[] f4[,] i8 i8 i8 i8", nodes),
        Loop(rebase.rebase, f"{NODES} {NODES} i8 i8[]", nodes),
        Loop(wins.first_step, "record[] record[] i4[] i4[] i4[] i8 -> i8"),
        Loop(
            solve.force,
            "record[] u8[,] i4[,] solved[] i8[,] i4[] i8[] u1[] i8 i8 i8 i8 -> i8",
            {"solved": solve.ENTRY},
        ),
        Loop(solve.sure_wins, "record[] i4[] -> i8"),
        Loop(
            proof.pursue,
            "record[] u8[,] i4[,] u8[,,] i8[,,] proved[] i4[] i8[] u1[] i8 i8 i8 i8 i8 -> i8",
            {"proved": proof.ENTRY},
        ),
        Loop(
            exact.reaches,
            "record[] u8[,] i4[,] i8[,] valued[] i8[,] i8[] u8[] i4[] i8[] u1[] i8 i8 u8 u8 -> i8",
            {"valued": exact.ENTRY},
        ),
        Loop(exact.fingerprint_of, "record[] u8[,] i8[] u8[] -> u8 u8"),
        Loop(early.spread, "record[] u8[,] u8[] i8[] i8[] u8[] i4[] i8 i8 i8 -> i8"),
        Loop(
            early.back_up,
            "record[] u8[,] u8[] i8[] i8[] u8[] i4[] i4[] i2[] b1 i8 -> i8",
        ),
    ]
