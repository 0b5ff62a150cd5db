import { createElement, type MouseEvent, type ReactNode, useSyncExternalStore } from "react";
import { addressOf, here } from "./base";

/** The address bar is the only state: pages are functions of the path. */

const changed = "blockhaus:route";

function subscribe(listener: () => void): () => void {
  window.addEventListener("popstate", listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener("popstate", listener);
    window.removeEventListener(changed, listener);
  };
}

export function navigate(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", addressOf(to));
  else history.pushState(null, "", addressOf(to));
  if (!replace) window.scrollTo(0, 0);
  window.dispatchEvent(new Event(changed));
}

/** The parts of a path: "/table/abc" gives ["table", "abc"]; broken escapes stay as they are. */
export function parts(path: string): string[] {
  return path
    .split("/")
    .filter(Boolean)
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, here);
}

type LinkProps = {
  to: string;
  children: ReactNode;
  className?: string;
  title?: string;
  "aria-label"?: string;
  "aria-current"?: "page";
};

export function Link({ to, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
    if (event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return createElement("a", { ...rest, href: addressOf(to), onClick: follow }, children);
}
