import { IS_SITE, placed } from "../base";
import { neededFirst } from "../house/firstDrawing";
import type { LessonGame } from "../wire";

/**
 * A house in the page opens seconds after the page is drawn. Until then a visitor is taken for who was
 * here last, or for a newcomer, so that nothing moves under a finger.
 */

type Games = readonly LessonGame[];
const place = () => `blockhaus:lessons ${placed("/")}`;

export function lastKnown(isSite = IS_SITE): Games | null {
  if (!isSite) return null;
  try {
    return JSON.parse(localStorage.getItem(place()) ?? "null") as Games | null;
  } catch {
    return null;
  }
}

export function remember(games: Games, isSite = IS_SITE): void {
  if (!isSite) return;
  try {
    localStorage.setItem(place(), JSON.stringify(games));
  } catch {
    // Then the next visit begins as the first one did.
  }
}

/** What a newcomer is told, written down when the site was built. */
export async function newcomers(): Promise<Games | null> {
  if (!IS_SITE) return null;
  const file = await neededFirst(fetch(placed("/answers/lessons.json")));
  return file.ok ? ((await file.json()) as Games) : null;
}
