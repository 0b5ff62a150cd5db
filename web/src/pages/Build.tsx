import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import * as api from "../api";
import { type Say, t, useLang, useWords } from "../i18n";
import { Loading } from "../parts/common/Loading";
import { Missing } from "../parts/common/Missing";
import { AnyBoard } from "../parts/game/AnyBoard";
import { CardList } from "../parts/game/Cards";
import { Panels } from "../parts/game/Panels";
import { movePanel } from "../parts/game/ViewPanels";
import { dayName } from "../parts/solo/Days";
import { Help } from "../parts/solo/Help";
import { newsOf } from "../parts/solo/news";
import { Solved } from "../parts/solo/Solved";
import { Tools, useTool } from "../parts/solo/Tools";
import type { Commands } from "../parts/text/commands";
import { Link } from "../router";
import { useBox } from "../state/house";
import { announce, complain, wordsFor } from "../state/notices";
import { useSheets } from "../state/screen";
import { type BenchState, readName, useBench } from "../state/solo";
import { useStateOf } from "../state/stateOf";
import type { Bench, Cell, Offer, Scene, Side, SoloResult, ToolQuestion } from "../wire";
import { headed } from "../words";
import "../styles/pages";

/** A task being built: the board in the middle, the cards and what else helps beside it. */

type BuildPageProps = {
  /** The game and the task, as in "game:task". */
  name: string;
  /** The day whose task this is. */
  day: string | null;
};

export function BuildPage({ name, day }: BuildPageProps) {
  useLang();
  const { game, task } = readName(name);
  const [more, setMore] = useState(false);
  const state = useBench(game, task, more);
  if (state.error) return <Missing text={wordsFor(state.error)} />;
  if (!state.bench) return <Loading title={t("solo.title")} />;
  return (
    <Workbench
      game={game}
      day={day}
      state={state}
      bench={state.bench}
      more={more}
      onMore={setMore}
    />
  );
}

type WorkbenchProps = {
  game: string;
  day: string | null;
  state: BenchState;
  bench: Bench;
  more: boolean;
  onMore: (more: boolean) => void;
};

function Workbench({ game, day, state, bench, more, onMore }: WorkbenchProps) {
  const say = useWords(game);
  const title = useBox(game)?.title ?? game;
  const sheets = useSheets();
  const [tool, setTool] = useTool(bench.tools);
  const [side, setSide] = useState<Side | null>(null);
  const [answer, setAnswer] = useState<Scene | null>(null);
  const begun = state.steps.at > 0;
  // What is asked is said once, and not after every step.
  const view = useMemo(
    () => answer ?? { ...bench.view, prompt: begun ? null : bench.view.prompt },
    [answer, bench.view, begun],
  );
  const [ghost, setGhost] = useStateOf<Offer | null>(view, null);
  const result = useResult(game, day, bench);
  useNews(bench, say);
  const cards = bench.view.seats[0]?.cards ?? [];
  const done = cards.filter(({ seen }) => seen.length).length;
  const offers = answer ? null : tool.offers;
  const status = answer ? t("solo.answerShown") : t("solo.done", { done, all: cards.length });
  const ask = (asked: Pick<ToolQuestion, "pick" | "said">) =>
    api.whyNotBuild(game, { building: bench.building, tool: tool.id, ...asked });
  const label = taskLabel(bench, day);
  useEffect(() => {
    document.title = t("title.page", { page: `${title} ${label}` });
  });
  const goals = (
    <section className={`cards goals goals-${cards.length}`} aria-label={t("solo.cards")}>
      <h2 className={sheets ? "part unseen" : "part"}>{t("solo.cards")}</h2>
      <CardList cards={[...cards]} say={say} onSide={setSide} />
    </section>
  );
  return (
    <div className="table-page solo-page">
      <h1 className="unseen">{`${headed(t("solo.title"))} ${title}, ${label}`}</h1>
      <div className="table-board">
        <Head bench={bench} label={label} state={state} />
        <AnyBoard
          view={view}
          offers={offers}
          status={status}
          highlight={NO_CELLS}
          side={side}
          ghost={ghost}
          onGhost={setGhost}
          say={say}
          onPlay={state.play}
          why={(pick) => ask({ pick })}
          meant={(said) => ask({ said })}
          commands={() => buildCommands(state, status)}
          extra={
            answer ? (
              <button type="button" onClick={() => setAnswer(null)}>
                {t("solo.mine")}
              </button>
            ) : (
              <Tools tools={bench.tools} tool={tool} onTool={setTool} say={say} />
            )
          }
        />
        {sheets && goals}
        <Solved game={game} bench={bench} result={result} />
      </div>
      <Panels
        number={state.steps.at}
        panels={[
          ...(sheets
            ? []
            : [{ id: "goals", name: t("solo.cards"), side: "left" as const, content: goals }]),
          {
            id: "help",
            name: t("solo.help"),
            side: "right" as const,
            content: (
              <Help
                game={game}
                bench={bench}
                answer={answer}
                onAnswer={setAnswer}
                onTake={state.take}
                more={more}
                onMore={onMore}
                say={say}
              />
            ),
          },
          ...movePanel(view, offers, say, setGhost, state.play),
        ]}
      />
    </div>
  );
}

const NO_CELLS: readonly Cell[] = [];

/** What can be typed here beside moves. */
const buildCommands = ({ steps, jump }: BenchState, status: string): Commands => ({
  task: () => status,
  back: () => {
    if (!steps.at) return t("ear.noLast");
    jump(steps.at - 1);
    return t("ear.back");
  },
});

function taskLabel({ task }: Bench, day: string | null): string {
  if (day) return t("solo.dayOf", { day: dayName(day, "long") });
  return task.grade === null ? t("solo.ownCards") : t("solo.number", { id: task.id });
}

/** Which task it is, how many pieces stand there, and one step back or forth. */
function Head({ bench, label, state }: { bench: Bench; label: string; state: BenchState }) {
  const { steps, jump } = state;
  const { least } = bench.task;
  return (
    <div className="solo-head">
      <Link to="/solo" className="button quiet icon" aria-label={t("solo.back")}>
        ‹
      </Link>
      <p>
        <b>{label}</b>{" "}
        <span className="solo-count">
          {t("solo.pieces", { n: bench.pieces })}
          {least !== null && <span className="muted"> {t("solo.least", { n: least })}</span>}
        </span>
      </p>
      <span className="row">
        <button
          type="button"
          className="icon"
          aria-label={t("solo.undo")}
          title={t("solo.undo")}
          aria-keyshortcuts="Control+Z"
          disabled={steps.at === 0}
          onClick={() => jump(steps.at - 1)}
        >
          ↶
        </button>
        <button
          type="button"
          className="icon"
          aria-label={t("solo.redo")}
          title={t("solo.redo")}
          aria-keyshortcuts="Control+Y"
          disabled={steps.at === steps.line.length - 1}
          onClick={() => jump(steps.at + 1)}
        >
          ↷
        </button>
      </span>
      <UndoKeys state={state} />
    </div>
  );
}

function UndoKeys({ state: { steps, jump } }: { state: BenchState }) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (event.target instanceof HTMLInputElement) return;
      const key = event.key.toLowerCase();
      const by = key === "y" || (key === "z" && event.shiftKey) ? 1 : key === "z" ? -1 : 0;
      const to = steps.at + by;
      if (!by || to < 0 || to >= steps.line.length) return;
      event.preventDefault();
      jump(to);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [steps, jump]);
  return null;
}

/** Says what a step changed on the cards, and how many pieces stand there. */
function useNews(bench: Bench, say: Say): void {
  const before = useRef<Bench | null>(null);
  const tell = useCallback((old: Bench, now: Bench) => announce(newsOf(old, now, say)), [say]);
  useEffect(() => {
    if (before.current && before.current.building !== bench.building) tell(before.current, bench);
    before.current = bench;
  }, [bench, tell]);
}

/** Whatever is solved is kept in the house, as soon as it is. */
function useResult(game: string, day: string | null, bench: Bench): SoloResult | null {
  const key = useMemo(() => JSON.stringify(bench.building), [bench.building]);
  const [kept, setKept] = useState<{ key: string; result: SoloResult } | null>(null);
  const { solved, task, building } = bench;
  useEffect(() => {
    if (!solved || kept?.key === key) return;
    let gone = false;
    api
      .keepResult(game, { task: task.id, building, day })
      .then((result) => gone || setKept({ key, result }), complain);
    return () => {
      gone = true;
    };
  }, [game, day, solved, task.id, building, key, kept?.key]);
  return solved && kept?.key === key ? kept.result : null;
}
