import { type ReactNode, useEffect, useState } from "react";
import * as api from "../api";
import { type Say, t, useLang, useWords } from "../i18n";
import { GamePicture } from "../parts/common/GamePicture";
import { Loading } from "../parts/common/Loading";
import { Missing } from "../parts/common/Missing";
import { choosable, rangeText } from "../parts/setup/Options";
import { SetUp } from "../parts/setup/SetUp";
import { wordsFor } from "../state/notices";
import type { Box, Example, Notation } from "../wire";
import { named, pickNames, playersText } from "../words";

/** The rules of a game, its options and its notation, as the box tells them. */

type Part = { number: string | null; text: string };

/** Numbered rules ("R3. ..." or "3 ...") and the paragraphs between them. */
export function rulesOf(text: string): Part[] {
  const parts: Part[] = [];
  for (const line of text.split("\n")) {
    const rule = /^\s*R?(\d+[a-z]?)[.):]?\s+(\S.*)$/.exec(line);
    const last = parts.at(-1);
    if (rule) parts.push({ number: rule[1] ?? "", text: rule[2] ?? "" });
    else if (!line.trim()) parts.push({ number: null, text: "" });
    else if (last && last.text !== "") last.text += ` ${line.trim()}`;
    else parts.push({ number: null, text: line.trim() });
  }
  return parts.filter((part) => part.text);
}

/** Names in code stand between backticks. */
function withCode(text: string): ReactNode[] {
  return text
    .split("`")
    .map((piece, index) => (index % 2 ? <code key={`${index} ${piece}`}>{piece}</code> : piece));
}

/** The cells a move is picked by, what each chooses, and the word that tells it from its like. */
function meaning({ board, steps }: Notation, { kind, pick, label }: Example, say: Say): string {
  const told = (steps[kind] ?? []).slice(0, pick.length).map((text) => say(text));
  const cells = pick.length ? `${pickNames(board, pick)} (${told.join(" → ")})` : "";
  return [cells, label && say(label)].filter(Boolean).join(", ");
}

export function RulesPage({ game }: { game: string }) {
  const language = useLang();
  const say = useWords(game);
  const [box, setBox] = useState<Box | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [playing, setPlaying] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies(language): the house answers in the reader's language, so another one asks again
  useEffect(() => {
    api.box(game).then(setBox, setError);
  }, [game, language]);
  useEffect(() => {
    if (box) document.title = t("title.page", { page: t("rules.of", { game: box.title }) });
  });
  if (error) return <Missing text={wordsFor(error)} />;
  if (!box) return <Loading />;
  return (
    <article className="page narrow rules">
      <header className="rules-head">
        <div>
          <h1>{box.title}</h1>
          <p className="lead">{say(box.summary)}</p>
          <p className="muted">
            {playersText(box.seats)} · {t("minutes", { n: box.minutes })}
            {box.authors.length > 0 && ` · ${box.authors.join(", ")}`}
            {box.publisher && ` · ${box.publisher}`}
            {box.year && ` ${box.year}`}
          </p>
          <button type="button" className="primary" onClick={() => setPlaying(true)}>
            {t("setup.play")}
          </button>
        </div>
        <GamePicture game={box.id} />
      </header>
      <h2>{t("rules.title")}</h2>
      <div className="rules-text">
        {rulesOf(box.rules ?? "").map((part, index) => (
          <p key={index} className={part.number ? "rule" : undefined}>
            {part.number && <b className="rule-number">{part.number}</b>}
            <span>{withCode(part.text)}</span>
          </p>
        ))}
      </div>
      {box.notation && (
        <>
          <h2>{t("rules.notation")}</h2>
          <dl className="notation">
            {box.notation.moves.map((example) => (
              <div key={example.move}>
                <dt>
                  <code>{example.move}</code>
                </dt>
                <dd>{box.notation && meaning(box.notation, example, say)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {box.options.length > 0 && (
        <>
          <h2>{t("setup.options")}</h2>
          <dl className="rules-options">
            {box.options.filter(choosable).map((option) => (
              <div key={option.name}>
                <dt>{named(say, option.name)}</dt>
                <dd>
                  {option.about ? `${say(option.about)} ` : ""}
                  <span className="muted">{rangeText(option, say)}</span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {playing && <SetUp box={box} onClose={() => setPlaying(false)} />}
    </article>
  );
}
