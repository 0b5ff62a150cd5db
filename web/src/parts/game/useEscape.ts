import { useEffect } from "react";

/** What the key Escape does, unless something in front of it has used it. */
export function useEscape(act: (() => void) | undefined): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) act?.();
    };
    window.addEventListener("keydown", keys);
    return () => window.removeEventListener("keydown", keys);
  }, [act]);
}
