import { Component, lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { t, useLang } from "./i18n";
import { Lobby } from "./pages/Lobby";
import { Loading } from "./parts/common/Loading";
import { Menu } from "./parts/common/Menu";
import { Missing } from "./parts/common/Missing";
import { Link, parts, usePath } from "./router";
import { enter } from "./state/house";
import { dismiss, openSheets, spoken, toasts } from "./state/notices";
import { useStore } from "./state/store";

/** The frame around every page, and which page an address means. */

const TablePage = lazy(async () => ({ default: (await import("./pages/Table")).TablePage }));
const RulesPage = lazy(async () => ({ default: (await import("./pages/Rules")).RulesPage }));
const YouPage = lazy(async () => ({ default: (await import("./pages/You")).YouPage }));
const WatchPage = lazy(async () => ({ default: (await import("./pages/Watch")).WatchPage }));
const AnalysisPage = lazy(async () => ({
  default: (await import("./pages/Analysis")).AnalysisPage,
}));

function page(path: string): ReactNode {
  const [place, id, ...rest] = parts(path);
  if (!place) return <Lobby />;
  if (place === "table" && id) return <TablePage key={id} id={id} />;
  if (place === "analysis")
    return id === "table" ? <AnalysisPage table={rest[0]} at={rest[1]} /> : <AnalysisPage />;
  if (place === "you") return <YouPage />;
  if (place === "watch" && !id) return <WatchPage />;
  if (place === "rules" && id) return <RulesPage game={id} />;
  return <Missing />;
}

export function App() {
  useLang();
  const path = usePath();
  useEffect(enter, []);
  return (
    <>
      <a className="skip" href="#main">
        {t("skip")}
      </a>
      <header className="top">
        <Link to="/" className="logo">
          <img src="/icon.svg" alt="" width="28" height="28" />
          <span>{t("house")}</span>
        </Link>
        <nav aria-label={t("nav.title")}>
          <Link to="/">{t("nav.play")}</Link>
          <Link to="/watch">{t("nav.watch")}</Link>
          <Link to="/analysis">{t("nav.analysis")}</Link>
          <Link to="/you">{t("nav.you")}</Link>
        </nav>
        <Menu />
      </header>
      <Main path={path} />
      <News />
    </>
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
          {shown.map(({ id, text, bad }) => (
            <button
              type="button"
              key={id}
              className={bad ? "toast toast-bad" : "toast"}
              onClick={() => dismiss(id)}
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
