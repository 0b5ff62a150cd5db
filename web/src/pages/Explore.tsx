import { useEffect, useState } from "react";
import * as api from "../api";
import { t, useLang, useWords } from "../i18n";
import { Loading } from "../parts/common/Loading";
import { Missing } from "../parts/common/Missing";
import { Notation } from "../parts/common/Notation";
import { AnyBoard } from "../parts/game/AnyBoard";
import { Panels } from "../parts/game/Panels";
import { type Highlight, noHighlight } from "../parts/game/Tally";
import { movePanel, ViewFacts } from "../parts/game/ViewPanels";
import { Link } from "../router";
import { announce, wordsFor } from "../state/notices";
import { useStateOf } from "../state/stateOf";
import type { ExploredFacts, Offer, ProvenMove } from "../wire";
import { capital, colourName, headed, outcomeText } from "../words";
import "../styles/pages";

/** A solved board, move by move: every move carries what is proven of it. */

const asked = () => decodeURIComponent(location.hash.slice(1)).split(" ").filter(Boolean);

export function ExplorePage({ name }: { name: string }) {
  const language = useLang();
  const [moves, setMoves] = useState<readonly string[]>(asked);
  const [found, setFound] = useState<ExploredFacts | null>(null);
  const [error, setError] = useState<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: results are told in the language
  useEffect(() => {
    let gone = false;
    history.replaceState(null, "", `#${encodeURIComponent(moves.join(" "))}`);
    api.exploreTheorem(name, [...moves]).then(
      (told) => gone || setFound(told),
      (fault) => gone || setError(fault),
    );
    return () => {
      gone = true;
    };
  }, [name, moves, language]);
  if (error) return <Missing text={wordsFor(error)} />;
  if (!found) return <Loading title={t("theorem.title")} />;
  return <Explorer found={found} moves={moves} onMoves={setMoves} />;
}

type ExplorerProps = {
  found: ExploredFacts;
  moves: readonly string[];
  onMoves: (moves: readonly string[]) => void;
};

function Explorer({ found, moves, onMoves }: ExplorerProps) {
  const { theorem, view, code } = found;
  const say = useWords(theorem.game);
  const [highlight, setHighlight] = useState<Highlight>(noHighlight);
  const [ghost, setGhost] = useStateOf<Offer | null>(view, null);
  const names = view.seats.map((seat) => colourName(say, seat.colour));
  // What was played last is still on its way to the solver.
  const late = moves.length !== found.moves.length;
  const offers = late ? null : view.offers;
  const play = (move: string) => onMoves([...found.moves, move]);
  const best = found.found[0];
  const label = `${theorem.title}, ${theorem.setting}`;
  useEffect(() => {
    document.title = t("title.page", { page: label });
  });
  useEffect(() => {
    if (best) announce(capital(best.sentence));
  }, [best]);
  const due = view.outcome
    ? outcomeText(view.outcome, names, say)
    : t("status.theirs", { who: names[view.to_move ?? 0] ?? "" });
  return (
    <div className="table-page puzzle-page">
      <h1 className="unseen">{`${headed(label)} ${theorem.statement}`}</h1>
      <div className="table-board">
        <div className="solo-head puzzle-head">
          <Link to="/theorems" className="button quiet icon" aria-label={t("theorem.all")}>
            ‹
          </Link>
          <p>
            <b className="puzzle-goal">{theorem.statement}</b>{" "}
            <span className="small muted">{label}</span>
          </p>
          <span className="row">
            <button
              type="button"
              className="icon"
              aria-label={t("theorem.start")}
              title={t("theorem.start")}
              disabled={!moves.length}
              onClick={() => onMoves([])}
            >
              «
            </button>
            <button
              type="button"
              className="icon"
              aria-label={t("theorem.back")}
              title={t("theorem.back")}
              disabled={!moves.length}
              onClick={() => onMoves(moves.slice(0, -1))}
            >
              ↶
            </button>
          </span>
        </div>
        <AnyBoard
          view={view}
          offers={offers}
          status={late ? t("theorem.looking") : due}
          highlight={highlight.cells}
          side={highlight.side}
          ghost={ghost}
          onGhost={setGhost}
          say={say}
          onPlay={play}
          why={(pick) => api.whyNot(code, { pick })}
          meant={(said) => api.whyNot(code, { said })}
          caption={capital(found.words.at(-1) ?? "")}
        />
      </div>
      <Panels
        number={found.moves.length}
        panels={[
          {
            id: "facts",
            name: t("theorem.title"),
            side: "left",
            content: (
              <>
                <section className="puzzle-about">
                  <h2 className="part">{label}</h2>
                  <p>{theorem.statement}</p>
                  <ol className="theorem-line">
                    {found.words.map((words, index) => (
                      <li key={`${index}-${words}`}>
                        {capital(words)} <Notation move={found.moves[index] ?? ""} />
                      </li>
                    ))}
                  </ol>
                </section>
                <ViewFacts view={view} names={names} say={say} onHighlight={setHighlight} />
              </>
            ),
          },
          {
            id: "proven",
            name: t("theorem.moves"),
            side: "right",
            content: (
              <Proven
                found={late ? [] : found.found}
                offers={view.offers}
                onGhost={setGhost}
                onPlay={play}
              />
            ),
          },
          ...movePanel(view, offers, say, setGhost, play),
        ]}
      />
    </div>
  );
}

type ProvenProps = {
  found: readonly ProvenMove[];
  offers: readonly Offer[];
  onGhost: (offer: Offer | null) => void;
  onPlay: (move: string) => void;
};

/** Every move with its proven result, the best first. */
function Proven({ found, offers, onGhost, onPlay }: ProvenProps) {
  const ghost = (move: string) => onGhost(offers.find((offer) => offer.move === move) ?? null);
  return (
    <section>
      <h2 className="part">{t("theorem.moves")}</h2>
      <ul className="proven-moves">
        {found.map(({ move, words, sentence, result }) => (
          <li key={move}>
            <button
              type="button"
              className={`proven proven-${result ?? "unknown"}`}
              data-proven={move}
              onClick={() => onPlay(move)}
              onPointerEnter={() => ghost(move)}
              onPointerLeave={() => onGhost(null)}
              onFocus={() => ghost(move)}
              onBlur={() => onGhost(null)}
            >
              <span>{capital(words)}</span> <b className="small">{sentence}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
