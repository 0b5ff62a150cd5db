import { useState } from "react";
import * as api from "../../api";
import { addressOf } from "../../base";
import { FlatBoard } from "../../board/FlatBoard";
import { LEVEL_TEXT } from "../../board/texts";
import { type Say, t } from "../../i18n";
import { announce, complain } from "../../state/notices";
import type { Building } from "../../state/solo";
import { useStateOf } from "../../state/stateOf";
import type { Bench, Cell, Event, Scene, Solution } from "../../wire";
import { boardText } from "../../words";
import { LinkBox } from "../common/Sharing";
import { useSheetClose } from "../game/Panels";

/** What the solver knows: whether a building can be completed, the least, and a solution. */

type HelpProps = {
  game: string;
  bench: Bench;
  /** The solution that is on the board. */
  answer: Scene | null;
  onAnswer: (view: Scene | null) => void;
  onTake: (building: Building) => void;
  more: boolean;
  onMore: (more: boolean) => void;
  say: Say;
};

export function Help({ game, bench, answer, onAnswer, onTake, more, onMore, say }: HelpProps) {
  const { task, building } = bench;
  const close = useSheetClose();
  const [told, setTold] = useStateOf(building, "");
  const [solution, setSolution] = useStateOf<Solution | null>(task.id, null);
  const [asking, setAsking] = useState(false);
  const ask = async (job: () => Promise<void>) => {
    setAsking(true);
    await job().catch(complain);
    setAsking(false);
  };
  const tell = (text: string) => {
    setTold(text);
    announce(text);
  };
  const complete = () =>
    ask(async () => tell(completing(await api.solve(game, { task: task.id, building }), bench)));
  const least = () => ask(async () => tell(fewest(await api.solve(game, { task: task.id }))));
  const solve = () =>
    ask(async () => {
      const found = await api.solve(game, { task: task.id });
      setSolution(found);
      announce(fewest(found));
    });
  return (
    <section className="solo-help">
      <h2 className="part">{t("solo.help")}</h2>
      <div className="row wrap">
        <button type="button" disabled={asking} onClick={complete}>
          {t("solo.canBe")}
        </button>
        {task.least === null && (
          <button type="button" disabled={asking} onClick={least}>
            {t("solo.howFew")}
          </button>
        )}
        <button type="button" disabled={asking || solution !== null} onClick={solve}>
          {t("solo.solution")}
        </button>
      </div>
      <p className="solo-told" role="status">
        {asking ? t("solo.thinking") : told}
      </p>
      {solution && (
        <div className="solo-answer">
          <h3>{fewest(solution)}</h3>
          {solution.view && (
            <>
              <Plan view={solution.view} say={say} />
              <div className="row wrap">
                <button
                  type="button"
                  onClick={() => {
                    onAnswer(answer ? null : solution.view);
                    close();
                  }}
                >
                  {answer ? t("solo.mine") : t("solo.onBoard")}
                </button>
                <button
                  type="button"
                  className="quiet"
                  onClick={() => {
                    onAnswer(null);
                    onTake(solution.building ?? {});
                    close();
                  }}
                >
                  {t("solo.takeOver")}
                </button>
              </div>
            </>
          )}
        </div>
      )}
      {bench.pieces > 0 && (
        <button type="button" className="quiet" onClick={() => onTake({})}>
          {t("solo.clear")}
        </button>
      )}
      <label className="row">
        <input type="checkbox" checked={more} onChange={({ target }) => onMore(target.checked)} />
        {say(bench.more)}
      </label>
      <LinkBox
        link={location.origin + addressOf(`/solo/${game}:${task.id}`)}
        label={t("solo.link")}
      />
    </section>
  );
}

const NOTHING: readonly Cell[] = [];
const NO_EVENTS: readonly Event[] = [];
const ALL_LEVELS = 99;

/** A building as plans of its levels, to compare with one's own. */
function Plan({ view, say }: { view: Scene; say: Say }) {
  return (
    <div className="solo-plan" role="img" aria-label={planText(view, say)}>
      <FlatBoard
        view={view}
        shown={ALL_LEVELS}
        next={NOTHING}
        picked={NOTHING}
        hover={null}
        ghost={null}
        highlight={NOTHING}
        guilty={NOTHING}
        events={NO_EVENTS}
        levelName={(level) => boardText(say)(LEVEL_TEXT, { number: level + 1 })}
        onHover={() => undefined}
        onChoose={() => undefined}
      />
    </div>
  );
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

function planText({ blocks }: Scene, say: Say): string {
  const cells = blocks.flatMap(({ cells, colour }) => cells.map((cell) => ({ cell, colour })));
  return cells
    .map(({ cell: [x, y, z], colour }) => `${LETTERS[x]}${y + 1}.${z + 1} ${say(colour)}`)
    .sort()
    .join(", ");
}

function completing({ possible, pieces, proven }: Solution, bench: Bench): string {
  if (!possible || pieces === null) return t("solo.cannot");
  const facts = { n: pieces - bench.pieces, all: pieces };
  if (!facts.n) return t("solo.already");
  return t(proven ? "solo.can" : "solo.canAtMost", facts);
}

function fewest({ possible, pieces, proven }: Solution): string {
  if (!possible || pieces === null) return t("solo.impossible");
  return t(proven ? "solo.fewest" : "solo.fewestKnown", { n: pieces });
}
