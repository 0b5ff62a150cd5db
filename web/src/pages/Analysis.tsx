import { useEffect, useMemo, useRef, useState } from "react";
import * as api from "../api";
import { t, useLang, useWords } from "../i18n";
import { Evaluation } from "../parts/analysis/Evaluation";
import { LoadPosition } from "../parts/analysis/LoadPosition";
import { Dialog } from "../parts/common/Dialog";
import { copy, LinkBox } from "../parts/common/Sharing";
import { Moves } from "../parts/game/Moves";
import { Panels } from "../parts/game/Panels";
import { PlayBoard } from "../parts/game/PlayBoard";
import { type Highlight, noHighlight } from "../parts/game/Tally";
import { movePanel, ViewFacts } from "../parts/game/ViewPanels";
import { SetUp } from "../parts/setup/SetUp";
import type { Offer } from "../scene";
import { useBox } from "../state/house";
import { complain } from "../state/notices";
import { type StudyState, useStudy } from "../state/study";
import { colourName, outcomeText } from "../words";

/** A board for looking at games: every seat's moves are free, lines branch, the computer advises. */

/** What the address asks for: a table's record at a place, or a position code. */
async function asked(path: string[]): Promise<{ of: api.StudyOf; line: string[] } | null> {
  const hash = decodeURIComponent(location.hash.slice(1));
  const [kind, id, number] = path;
  if (kind === "table" && id) {
    const record = await api.recordOf(id);
    const line = hash.split(" ").filter(Boolean);
    return { of: { record, number: Number(number ?? 0) }, line };
  }
  return hash ? { of: { code: hash }, line: [] } : null;
}

export function AnalysisPage({ path }: { path: string[] }) {
  useLang();
  const state = useStudy();
  const { load, study } = state;
  const address = path.join("/");
  const own = useRef("");
  // Loads what the address says.
  useEffect(() => {
    if (own.current === location.hash && own.current) return;
    asked(path)
      .then((wanted) => wanted && load(wanted.of, wanted.line))
      .catch(complain);
  }, [address]);
  useEffect(() => {
    document.title = t("title.page", { page: t("analysis.title") });
  });
  useEffect(() => {
    if (!study) return;
    own.current = `#${encodeURIComponent(study.code)}`;
    history.replaceState(null, "", `/analysis${own.current}`);
  }, [study]);
  if (!study || !state.lines)
    return (
      <div className="page narrow">
        <h1>{t("analysis.title")}</h1>
        <p className="muted">{t("analysis.text")}</p>
        <LoadPosition onLoad={load} />
      </div>
    );
  return <Study state={state} study={study} />;
}

type StudyProps = { state: StudyState; study: api.Study };

function Study({ state, study }: StudyProps) {
  const say = useWords(study.game);
  const box = useBox(study.game);
  const [light, setLight] = useState<Highlight>(noHighlight);
  const [ghost, setGhost] = useState<Offer | null>(null);
  const [open, setOpen] = useState<"load" | "share" | "play" | null>(null);
  const { view } = study;
  const offers = useMemo(() => view.offers ?? [], [view]);
  const names = view.seats.map((seat) => colourName(say, seat.colour));
  const { lines, line, at } = state.lines ?? { lines: [], line: 0, at: 0 };
  const rows = (lines[line] ?? []).map((move, index) => ({
    number: index + 1,
    move,
    turn: study.turns[index] ?? index,
    seat: study.movers[index] ?? 0,
  }));

  return (
    <div className="table-page">
      <h1 className="unseen">{`${t("analysis.title")}: ${box?.title ?? study.game}`}</h1>
      <div className="table-board">
        <PlayBoard
          view={view}
          offers={offers}
          seat={view.to_move}
          status={
            view.outcome
              ? outcomeText(view.outcome, names, say)
              : t("status.theirs", { who: names[view.to_move ?? 0] ?? "" })
          }
          highlight={light.cells}
          side={light.side}
          ghost={ghost}
          onGhost={setGhost}
          say={say}
          onPlay={state.play}
          why={(pick) => api.whyNot(study.code, { pick })}
        />
      </div>
      <Panels
        number={at}
        panels={[
          {
            id: "eval",
            name: t("eval.title"),
            side: "left",
            content: (
              <>
                <Evaluation
                  code={study.code}
                  view={view}
                  names={names}
                  offers={offers}
                  say={say}
                  onGhost={setGhost}
                  onPlay={state.play}
                />
                <ViewFacts view={view} names={names} say={say} onHighlight={setLight} />
              </>
            ),
          },
          {
            id: "moves",
            name: t("table.moves"),
            side: "right",
            content: (
              <>
                <LineTabs state={state} />
                <Moves moves={rows} at={at} seats={view.seats} onJump={(to) => state.jump(to)} />
                <div className="row wrap after">
                  <button type="button" onClick={() => setOpen("play")} disabled={!!view.outcome}>
                    {t("after.playOn")}
                  </button>
                  <button type="button" onClick={() => setOpen("share")}>
                    {t("analysis.share")}
                  </button>
                  <button type="button" onClick={() => setOpen("load")}>
                    {t("analysis.load")}
                  </button>
                </div>
              </>
            ),
          },
          ...(view.outcome ? [] : movePanel(view, offers, say, setGhost, state.play)),
        ]}
      />
      {open === "load" && (
        <Dialog title={t("analysis.load")} onClose={() => setOpen(null)}>
          <LoadPosition
            onLoad={async (of) => {
              await state.load(of);
              setOpen(null);
            }}
          />
        </Dialog>
      )}
      {open === "share" && (
        <Dialog title={t("analysis.share")} onClose={() => setOpen(null)}>
          <LinkBox link={location.href} label={t("analysis.link")} />
          <p className="muted small">{t("analysis.code")}</p>
          <p className="hashes">{study.code}</p>
          <button type="button" onClick={() => copy(study.code).catch(complain)}>
            {t("copy")}
          </button>
        </Dialog>
      )}
      {open === "play" && box && (
        <SetUp
          box={box}
          from={{ code: study.code, options: study.options, seats: view.seats.length }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

function LineTabs({ state }: { state: StudyState }) {
  const { lines } = state;
  if (!lines || lines.lines.length < 2) return null;
  return (
    <ul className="line-tabs" aria-label={t("analysis.lines")}>
      {lines.lines.map((line, index) => (
        <li key={line.join(" ")}>
          <button
            type="button"
            aria-pressed={index === lines.line}
            onClick={() => state.jump(Math.min(lines.at, line.length), index)}
          >
            {t("analysis.line", { n: index + 1 })}{" "}
            <span className="muted">{line.slice(-3).join(" ")}</span>
          </button>
          <button
            type="button"
            className="quiet icon"
            aria-label={t("analysis.drop", { n: index + 1 })}
            onClick={() => state.drop(index)}
          >
            {"×"}
          </button>
        </li>
      ))}
    </ul>
  );
}
