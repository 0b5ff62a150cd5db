import { Component, lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { placed } from "./base";
import { t, useLang } from "./i18n";
import { Lobby } from "./pages/Lobby";
import { Loading } from "./parts/common/Loading";
import { MainPages } from "./parts/common/MainPages";
import { Menu } from "./parts/common/Menu";
import { Missing } from "./parts/common/Missing";
import { ThinkingNews } from "./parts/common/ThinkHere";
import { Link, navigate, parts, usePath } from "./router";
import { enter } from "./state/house";
import { expectGuests } from "./state/invitations";
import { dismiss, openSheets, spoken, toasts } from "./state/notices";
import { part } from "./state/parts";
import { isKind } from "./state/puzzles";
import { change, useSettings } from "./state/settings";
import { useStore } from "./state/store";

/** The frame around every page, and which page an address means. */

const TablePage = lazy(async () => ({
  default: (await part(() => import("./pages/Table"))).TablePage,
}));
const RulesPage = lazy(async () => ({
  default: (await part(() => import("./pages/Rules"))).RulesPage,
}));
const LearnPage = lazy(async () => ({
  default: (await part(() => import("./pages/Learn"))).LearnPage,
}));
const YouPage = lazy(async () => ({ default: (await part(() => import("./pages/You"))).YouPage }));
const WatchPage = lazy(async () => ({
  default: (await part(() => import("./pages/Watch"))).WatchPage,
}));
const CarryPage = lazy(async () => ({
  default: (await part(() => import("./pages/Carry"))).CarryPage,
}));
const SoloPage = lazy(async () => ({
  default: (await part(() => import("./pages/Solo"))).SoloPage,
}));
const BuildPage = lazy(async () => ({
  default: (await part(() => import("./pages/Build"))).BuildPage,
}));
const PuzzlesPage = lazy(async () => ({
  default: (await part(() => import("./pages/Puzzles"))).PuzzlesPage,
}));
const PuzzlePage = lazy(async () => ({
  default: (await part(() => import("./pages/Puzzle"))).PuzzlePage,
}));
const RunPage = lazy(async () => ({ default: (await part(() => import("./pages/Run"))).RunPage }));
const TheoremsPage = lazy(async () => ({
  default: (await part(() => import("./pages/Theorems"))).TheoremsPage,
}));
const ExplorePage = lazy(async () => ({
  default: (await part(() => import("./pages/Explore"))).ExplorePage,
}));
const AnalysisPage = lazy(async () => ({
  default: (await part(() => import("./pages/Analysis"))).AnalysisPage,
}));

// Said in full, so that the client of a served house has no such part at all.
const SiteNews =
  import.meta.env.MODE === "site"
    ? lazy(async () => ({ default: (await part(() => import("./parts/site/SiteNews"))).SiteNews }))
    : null;

function page(path: string): ReactNode {
  const [place, id, ...rest] = parts(path);
  if (!place) return <Lobby />;
  if (place === "table" && id) return <TablePage key={id} id={id} />;
  if (place === "analysis")
    return id === "table" ? <AnalysisPage table={rest[0]} at={rest[1]} /> : <AnalysisPage />;
  if (place === "you" && id === "here") return <CarryPage key={location.hash} />;
  if (place === "solo" && id) return <BuildPage key={path} name={id} day={rest[0] ?? null} />;
  if (place === "solo") return <SoloPage />;
  if (place === "puzzles" && id && isKind(rest[0]))
    return <RunPage key={path} game={id} kind={rest[0]} />;
  if (place === "puzzles" && !id) return <PuzzlesPage />;
  if (place === "puzzle" && id) return <PuzzlePage key={path} id={id} day={rest[0] ?? null} />;
  if (place === "theorems") return id ? <ExplorePage key={id} name={id} /> : <TheoremsPage />;
  if (place === "you") return <YouPage />;
  if (place === "watch" && !id) return <WatchPage />;
  if (place === "learn" && id) return <LearnPage key={id} game={id} />;
  if (place === "rules" && id) return <RulesPage game={id} />;
  return <Missing />;
}

export function App() {
  useLang();
  const path = usePath();
  useEffect(enter, []);
  useEffect(expectGuests, []);
  return (
    <>
      <TextSwitch path={path} />
      <a className="skip" href="#main">
        {t("skip")}
      </a>
      <header className="top">
        <Link to="/" className="logo">
          <img src={placed("/icon.svg")} alt="" width="28" height="28" />
          <span>{t("house")}</span>
        </Link>
        <MainPages />
        <Menu />
      </header>
      <Main path={path} />
      <News />
      <ThinkingNews />
      {SiteNews && (
        <Suspense>
          <SiteNews />
        </Suspense>
      )}
    </>
  );
}

const BOARDS = new Set([
  "table",
  "analysis",
  "puzzle",
  "puzzles",
  "theorems",
  "solo",
  "learn",
  "rules",
]);

/** The first stop of the Tab key where there is a board: whether it is drawn or told in words. */
function TextSwitch({ path }: { path: string }) {
  const { text } = useSettings();
  const [place, id] = parts(path);
  if (!place || !BOARDS.has(place) || !(id || place === "analysis")) return null;
  return (
    <button type="button" className="skip" onClick={() => change({ text: !text })}>
      {t(text ? "ear.off" : "ear.on")}
    </button>
  );
}

/** A new page takes the focus, so that the keyboard and the screen reader begin there. */
function Main({ path }: { path: string }) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) main.current?.focus();
    shown.current = path;
  }, [path]);
  return (
    <main id="main" ref={main} tabIndex={-1}>
      <ErrorFence key={parts(path).slice(0, 1).join()}>
        <Suspense fallback={<Loading />}>{page(path)}</Suspense>
      </ErrorFence>
    </main>
  );
}

function News() {
  const said = useStore(spoken);
  const shown = useStore(toasts);
  // A modal sheet lies in front of everything but what is in it.
  const front = useStore(openSheets).at(-1);
  return (
    <>
      <div className="unseen" aria-live="polite" role="log">
        {said.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
      {createPortal(
        <div className="toasts" aria-live="assertive">
          {shown.map(({ id, text, bad, to }) => (
            <button
              type="button"
              key={id}
              className={bad ? "toast toast-bad" : "toast"}
              onClick={() => {
                dismiss(id);
                if (to) navigate(to);
              }}
            >
              {text}
            </button>
          ))}
        </div>,
        front ?? document.body,
      )}
    </>
  );
}

/** A page that breaks says so and offers the way on; the frame around it stays. */
class ErrorFence extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="page narrow" role="alert">
        <h1>{t("broken.title")}</h1>
        <p>{t("broken.text")}</p>
        <button type="button" className="primary" onClick={() => location.reload()}>
          {t("broken.again")}
        </button>
      </div>
    );
  }
}
