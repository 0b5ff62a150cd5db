import { useEffect, useMemo, useState } from "react";
import * as api from "../api";
import { type Say, t, useLang, useWords } from "../i18n";
import { GamePicture } from "../parts/common/GamePicture";
import { HouseFile } from "../parts/common/HouseFile";
import { Loading } from "../parts/common/Loading";
import { Missing } from "../parts/common/Missing";
import { BeginLink } from "../parts/learn/Begin";
import { Contents } from "../parts/rulebook/Contents";
import { FigureDesk } from "../parts/rulebook/FigurePicture";
import { figuresByRule } from "../parts/rulebook/figures";
import { RuleSection } from "../parts/rulebook/RuleSection";
import { choosable, rangeText } from "../parts/setup/Options";
import { nearSetUp, SetUp } from "../parts/setup/SetUpLater";
import { useLessonGames } from "../state/lessons";
import { wordsFor } from "../state/notices";
import { useRulebook } from "../state/rulebook";
import type { Box, RulebookFacts } from "../wire";
import { capital, named, playersText } from "../words";
import "../styles/pages";

/** The rulebook of a game: the aim first, then rule by rule with figures that can be tried. */

export function RulesPage({ game }: { game: string }) {
  const language = useLang();
  const say = useWords(game);
  const [box, setBox] = useState<Box | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const { book, error } = useRulebook(game);
  // biome-ignore lint/correctness/useExhaustiveDependencies(language): the house answers in the reader's language, so another one asks again
  useEffect(() => {
    api.box(game).then(setBox, setFault);
  }, [game, language]);
  useEffect(() => {
    if (box) document.title = t("title.page", { page: t("rules.of", { game: box.title }) });
  });
  const told = box && book;
  useLinkTarget(Boolean(told));
  if (fault || error) return <Missing text={wordsFor(fault ?? error)} />;
  if (!told) return <Loading title={box?.title} />;
  return (
    <article className="page rulebook">
      <Head box={box} say={say} />
      <Contents parts={book.parts} notation={box.notation !== null} />
      <div className="rules">
        <FigureDesk>
          <Rules book={book} />
        </FigureDesk>
        <Notation box={box} say={say} />
        <Options box={box} say={say} />
      </div>
    </article>
  );
}

/** Goes where the address points, once that is there: the browser looked for it too early. */
function useLinkTarget(there: boolean): void {
  useEffect(() => {
    if (!there || !location.hash) return;
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    // A new page takes the focus for itself first.
    const turn = requestAnimationFrame(() => {
      target?.scrollIntoView();
      target?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(turn);
  }, [there]);
}

const PAPERS = ["booklet", "card"] as const;

type BoxProps = { box: Box; say: Say };

function Head({ box, say }: BoxProps) {
  const [playing, setPlaying] = useState(false);
  const lesson = useLessonGames().find(({ game }) => game === box.id);
  return (
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
        <div className="row wrap">
          <button type="button" className="primary" {...nearSetUp} onClick={() => setPlaying(true)}>
            {t("setup.play")}
          </button>
          {lesson && <BeginLink lesson={lesson} />}
          {PAPERS.map((kind) => (
            <HouseFile key={kind} className="button quiet" path={api.paperPath(box.id, kind)}>
              {t(`rules.${kind}`)}
            </HouseFile>
          ))}
        </div>
      </div>
      <GamePicture game={box.id} />
      {playing && <SetUp box={box} onClose={() => setPlaying(false)} />}
    </header>
  );
}

function Rules({ book }: { book: RulebookFacts }) {
  const [tried, setTried] = useState<string | null>(null);
  const shown = useMemo(() => figuresByRule(book), [book]);
  return book.parts.map((part) => (
    <section key={part.name} id={`part-${part.name}`} tabIndex={-1} className="rules-part">
      <h2>{part.title}</h2>
      {part.rules.map((rule) => (
        <RuleSection
          key={rule.id}
          game={book.game}
          rule={rule}
          tried={tried}
          onTry={setTried}
          figures={shown.get(rule.id) ?? []}
        />
      ))}
    </section>
  ));
}

function Notation({ box: { notation }, say }: BoxProps) {
  if (!notation) return null;
  return (
    <section id="rule-Notation" tabIndex={-1} className="rules-part">
      <h2>{t("rules.notation")}</h2>
      <dl className="notation">
        {notation.moves.map((example) => (
          <div key={example.move}>
            <dt>
              <code>{example.move}</code>
            </dt>
            <dd>{capital(say(example.words))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Options({ box: { options }, say }: BoxProps) {
  if (!options.length) return null;
  return (
    <section id="options" tabIndex={-1} className="rules-part">
      <h2>{t("setup.options")}</h2>
      <dl className="rules-options">
        {options.filter(choosable).map((option) => (
          <div key={option.name}>
            <dt>{named(say, option.name)}</dt>
            <dd>
              {option.about ? `${say(option.about)} ` : ""}
              <span className="muted">{rangeText(option, say)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
