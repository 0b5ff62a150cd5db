"""The log of a house, which nobody can fill."""

from __future__ import annotations

import io
import json
import logging

import pytest

from blockhaus.house.log_lines import PAUSE, REPEATED, JsonLines, Repeats

Log = tuple[logging.Logger, io.StringIO, Repeats]


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def log(now: list[float]) -> Log:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    repeats = Repeats(handler, lambda: now[0])
    handler.addFilter(repeats)
    logger = logging.Logger("test")
    logger.addHandler(handler)
    return logger, written, repeats


def lines(written: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_what_is_said_again_and_again_is_counted(log: Log, now: list[float]) -> None:
    logger, written, _ = log
    for number in range(10_000):
        logger.error("nothing works: %s", number)
    logger.warning("something else")
    assert len(lines(written)) == REPEATED + 1
    now[0] += PAUSE + 1
    logger.warning("a third thing")
    told = lines(written)[-2]
    assert told["left_out"] == 10_000 - REPEATED and told["level"] == "error"
    assert "nothing works" in str(told["message"])
    logger.error("nothing works: %s", "again")
    assert lines(written)[-1]["message"] == "nothing works: again"


def test_errors_of_the_loop_are_one_kind_whatever_their_tasks(log: Log) -> None:
    logger, written, repeats = log
    for number in range(100):
        logger.error(f"Task exception was never retrieved\nfuture: <Task-{number}>")
    repeats.tell()
    assert len(lines(written)) == REPEATED + 1
    assert lines(written)[-1]["left_out"] == 100 - REPEATED


def test_lines_about_requests_are_all_written(log: Log) -> None:
    logger, written, _ = log
    for number in range(50):
        logger.info("asked: %s", number)
    assert len(lines(written)) == 50


def test_a_long_line_is_cut(log: Log) -> None:
    logger, written, _ = log
    logger.error("x" * 1_000_000)
    assert len(written.getvalue()) < 10_000
