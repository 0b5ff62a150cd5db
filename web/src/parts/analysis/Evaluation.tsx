import { useEffect, useRef, useState } from "react";
import { type Say, t } from "../../i18n";
import { HouseSocket, type Incoming } from "../../socket";
import { useHouse } from "../../state/house";
import { announce } from "../../state/notices";
import type { AnalysisMessage, AskAnalysis, Offer, Scene, Variation } from "../../wire";
import { capital, percent } from "../../words";
import { whilePointed } from "../common/whilePointed";

/** What the computer thinks of a position while it thinks: bars, lines, proven results. */

const LINES = 3;
const SECONDS = 15;

const question = (code: string): AskAnalysis => ({
  type: "analyse",
  code,
  lines: LINES,
  seconds: SECONDS,
});

function useAnalysis(code: string, on: boolean): [AnalysisMessage | null, string] {
  const [found, setFound] = useState<AnalysisMessage | null>(null);
  const [refused, setRefused] = useState("");
  const wanted = useRef(code);
  const socket = useRef<HouseSocket | null>(null);
  wanted.current = code;
  useEffect(() => {
    if (!on) return;
    const ask = () => question(wanted.current);
    const heard = (message: Incoming) => {
      if (message.type === "analysis") setFound(message);
      const told = message.type === "error" && message.error.code !== "warming";
      setRefused(told ? message.error.message : "");
    };
    const onLine = () => undefined;
    socket.current = new HouseSocket({
      path: "/api/analysis",
      hello: ask,
      onMessage: heard,
      onLine,
    });
    return () => {
      socket.current?.close();
      socket.current = null;
    };
  }, [on]);
  useEffect(() => {
    socket.current?.send(question(code));
  }, [code]);
  return [on && found?.code === code ? found : null, refused];
}

type EvaluationProps = {
  game: string;
  code: string;
  view: Scene;
  names: string[];
  offers: readonly Offer[];
  say: Say;
  onGhost: (offer: Offer | null) => void;
  onPlay: (move: string) => void;
};

export function Evaluation({ game, code, view, names, offers, say, ...rest }: EvaluationProps) {
  const { onGhost, onPlay } = rest;
  const [on, setOn] = useState(true);
  const [found, refused] = useAnalysis(code, on && view.to_move !== null);
  const who = names[view.to_move ?? 0] ?? "";
  const ghost = (move: string) => offers.find((offer) => offer.move === move) ?? null;
  const words = (move: string) => {
    const offer = ghost(move);
    return offer ? say(offer.words) : move;
  };
  const best = found?.lines[0];
  const warming = useHouse()?.ready[game] === false && t("warming.evaluation");
  const said =
    found?.done && best
      ? t("eval.said", { move: words(best.move), percent: percent(best.win) })
      : "";
  const aside = refused || (found?.early ? t("eval.early") : "");
  // Said once, when the search is over.
  useEffect(() => {
    if (said) announce(said);
  }, [said]);
  useEffect(() => {
    if (aside) announce(aside);
  }, [aside]);
  useEffect(() => {
    if (on && warming) announce(warming);
  }, [on, warming]);
  return (
    <section className="evaluation" aria-label={t("eval.title")}>
      <header className="row between">
        <h2 className="part">{t("eval.title")}</h2>
        <label className="check small">
          <input type="checkbox" checked={on} onChange={() => setOn(!on)} />
          <span>{t("eval.on")}</span>
        </label>
      </header>
      {on && view.to_move !== null && (
        <>
          <p className="eval-bar">
            <meter
              min={0}
              max={1}
              value={best?.win ?? 0.5}
              aria-label={t("eval.chance", { who })}
            />
            <b>{best ? percent(best.win) : "…"}</b>
          </p>
          <p className="small muted">
            {warming || (best?.proven ? proven(best, names) : t("eval.chance", { who }))}
            {found ? ` · ${t("eval.simulations", { n: found.simulations })}` : ""}
          </p>
          {aside && <p className="small muted">{aside}</p>}
          <ol className="eval-lines">
            {found?.lines.map((line) => (
              <li key={line.move}>
                <button
                  type="button"
                  className="quiet eval-line"
                  {...whilePointed(
                    () => onGhost(ghost(line.move)),
                    () => onGhost(null),
                  )}
                  onClick={() => onPlay(line.move)}
                >
                  <b>{percent(line.win)}</b>
                  <span className="move">{capital(words(line.move))}</span>
                  <small className="notation-beside" aria-hidden="true">
                    {line.move}
                  </small>
                  {line.proven ? (
                    <span className="muted rest">{proven(line, names)}</span>
                  ) : (
                    <span className="muted rest" aria-hidden="true">
                      {line.line.slice(1).join(" ")}
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function proven({ proven: winners, distance }: Variation, names: string[]): string {
  if (!winners) return "";
  if (winners.length !== 1) return t("eval.draw");
  const who = capital(names[winners[0] ?? 0] ?? "");
  return distance ? t("eval.wins", { who, n: distance }) : t("result.wins", { who, n: 1 });
}
