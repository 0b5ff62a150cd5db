import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { t } from "../../i18n";
import { Link, parts, usePath } from "../../router";
import { useAlone } from "../../state/house";

/** The links at the head of every page. Where they do not fit, those that can wait open below. */

const FIRST = [
  ["/", "nav.play"],
  ["/puzzles", "puzzle.title"],
] as const;
const MORE = [
  ["/solo", "solo.title"],
  ["/theorems", "theorem.title"],
  ["/watch", "nav.watch"],
  ["/analysis", "nav.analysis"],
] as const;

export function MainPages() {
  const path = usePath();
  const alone = useAlone();
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    if (!open) return;
    const outside = ({ target }: Event) =>
      target instanceof Node && !menu.current?.contains(target) && setOpen(false);
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, [open]);
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    <nav aria-label={t("nav.title")}>
      {FIRST.map(([to, key]) => (
        <PageLink key={to} to={to} path={path}>
          {t(key)}
        </PageLink>
      ))}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from any of its links */}
      <div ref={menu} className={open ? "nav-more nav-open" : "nav-more"} onKeyDown={keys}>
        <button
          ref={button}
          type="button"
          className="quiet"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t("nav.more")}
        </button>
        <div className="nav-list">
          {MORE.filter(([to]) => !alone || to !== "/watch").map(([to, key]) => (
            <PageLink key={to} to={to} path={path}>
              {t(key)}
            </PageLink>
          ))}
        </div>
      </div>
      <PageLink to="/you" path={path}>
        {t("nav.you")}
      </PageLink>
    </nav>
  );
}

type PageLinkProps = { to: string; path: string; children: string };

function PageLink({ to, path, children }: PageLinkProps) {
  return (
    <Link to={to} aria-current={isWithin(path, to) ? "page" : undefined}>
      {children}
    </Link>
  );
}

const isWithin = (path: string, to: string) => parts(path)[0] === parts(to)[0];
