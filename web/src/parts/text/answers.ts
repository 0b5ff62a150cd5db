import { type Say, t } from "../../i18n";
import { cellOf, SIDES } from "../../scene";
import type { Cell, Fact, Offer, Scene, Seat } from "../../wire";
import {
  capital,
  colourName,
  headed,
  offerName,
  pickedNames,
  placeText as whereText,
} from "../../words";
import { nearest, pictureText } from "../game/Cards";
import { type Commands, helpText, plain, wordMeant } from "./commands";
import {
  boardLines,
  cellText,
  columnsOf,
  type Names,
  placeName,
  placeText,
  rowsOf,
  sideLines,
} from "./inWords";

/** Answers to what can be asked of every board. */

type Shown = { view: Scene; offers: readonly Offer[] | null; names: Names; say: Say };

/** The commands that every board understands. */
export function boardCommands(shown: Shown, more: Commands): Commands {
  const own: Commands = {
    help: () => helpText(all),
    board: () => boardLines(shown.view, shown.say).join("\n"),
    cell: (rest) => askedCell(shown, rest) ?? noCell(shown.view, rest),
    side: (rest) => sideAnswer(shown, rest),
    moves: (rest) => movesAnswer(shown, rest),
    hand: () => handAnswer(shown),
    score: () => scoreAnswer(shown),
    facts: () => factsAnswer(shown),
  };
  const all: Commands = { ...own, ...more };
  return all;
}

const compact = (text: string) => plain(text).replaceAll(" ", "");

/** A name of a cell, as somebody typed it. */
export const isCellName = (typed: string) => /^[a-z]\d{1,2}(\.\d{1,2})?$/.test(compact(typed));

/** What is on the cell of a name; null if there is none. */
export function askedCell({ view, say, names }: Shown, typed: string): string | null {
  const { board } = view;
  const name = compact(typed);
  const cell = cellOf(board, name);
  if (!cell?.every((value, axis) => value < (board.size[axis] ?? 0))) return null;
  const exact = name.includes(".");
  return `${(exact ? cellText : placeText)(view, cell, say, names)}.`;
}

export function noCell({ board }: Scene, typed: string): string {
  const rows = board.upright ? [board.reach.low[2], board.reach.high[2]] : rowsOf(board);
  const corner = (x: number | undefined, row: number | undefined): Cell =>
    board.upright ? [x ?? 0, 0, row ?? 0] : [x ?? 0, row ?? 0, 0];
  const ends = {
    first: placeName(board, corner(columnsOf(board)[0], rows[0])),
    last: placeName(board, corner(columnsOf(board).at(-1), rows.at(-1))),
  };
  return t("ear.noCell", { name: typed, ...ends });
}

function sideAnswer({ view, say }: Shown, rest: string): string {
  const side = wordMeant(rest, SIDES, (one) => `ear.side.${one}`);
  if (side) return sideLines(view, side, say).join("\n");
  const words = SIDES.map((one) => t(`ear.side.${one}`).split(",")[0]);
  return t("ear.whichSide", { sides: words.join(", ") });
}

const MANY = 40;
const inOrder = new Intl.Collator(undefined, { numeric: true }).compare;

/** The moves on offer: all of them, or those that have to do with what was said. */
function movesAnswer({ view, offers, say }: Shown, rest: string): string {
  if (!offers) return t("ear.noMoves");
  const wanted = compact(rest);
  const told = (offer: Offer) => `${offerName(offer, say)} (${offer.move})`;
  const fits = (offer: Offer) =>
    compact(offer.move).startsWith(wanted) ||
    pickedNames(view.board, offer.pick).split(", ").includes(wanted) ||
    offer.pick.some((cell) => placeName(view.board, cell) === wanted) ||
    plain(say(offer.words)).includes(plain(rest));
  const found = wanted ? offers.filter(fits) : offers;
  const count = t("play.count", { n: found.length });
  if (!found.length) return t("ear.noneSo", { said: rest });
  if (found.length <= MANY || wanted) {
    const listed = found.slice(0, MANY).map(told);
    const left = found.length - listed.length;
    return [`${count}:`, ...listed, ...(left ? [t("ear.more", { n: left })] : [])].join("\n");
  }
  const starts = new Set(
    found.flatMap(({ pick: [cell] }) => (cell ? placeName(view.board, cell) : [])),
  );
  return `${count}. ${t("ear.startAt", { cells: [...starts].sort(inOrder).join(", ") })}`;
}

/** What is in the hands that can be seen. */
function handAnswer({ view, names, say }: Shown): string {
  const lines = view.seats.flatMap((seat, index) => handLines(seat, names[index] ?? "", say));
  return lines.length ? lines.join("\n") : t("ear.noHand");
}

function handLines({ hand, cards, hidden }: Seat, who: string, say: Say): string[] {
  const held = cards.filter((card) => !card.shown);
  return [
    ...(hand ? [`${headed(who)} ${say(hand.name)}, ${say(hand.colour)}.`] : []),
    ...(held.length ? [headed(`${t("cards.hand")}, ${who}`)] : []),
    ...held.map((card) => {
      const near = nearest(card);
      const all = card.squares.length;
      const seen = card.seen.map((side) => t("cards.seen", { side: t(`side.${side}`) }));
      const most = near && { some: near.count, all, side: t(`side.${near.side}`) };
      const so = seen.length ? seen.join(", ") : most ? t("cards.match", most) : "";
      return `${pictureText(card, say)}. ${so && `${so}.`}`.trim();
    }),
    ...(hidden ? [`${headed(who)} ${t("cards.hidden", { n: hidden })}.`] : []),
  ];
}

/** How everybody stands, and where points come from. */
function scoreAnswer({ view, names, say }: Shown): string {
  return view.seats
    .map((seat, index) => {
      const items = view.tally
        .filter((item) => item.seat === index)
        .map(({ points, phrase, cells, view: side }) => {
          const where = side ? t(`side.${side}`) : whereText(view.board, cells);
          return `${headed(points)} ${[say(phrase), where].filter(Boolean).join(", ")}`;
        });
      const facts = seat.facts
        .filter(({ main }) => main)
        .map((fact) => factText(fact, view, names, say));
      const left = seat.supply.map(({ name, count }) => `${headed(say(name))} ${count}`);
      const points = seat.points === null ? [] : [`${t("seat.points")} ${seat.points}`];
      return `${names[index]} – ${[...points, ...items, ...facts, ...left].join("; ")}.`;
    })
    .join("\n");
}

/** What else there is to know, by name. */
function factsAnswer({ view, names, say }: Shown): string {
  const own = view.seats.flatMap((seat, index) =>
    seat.facts.map((fact) => `${names[index]}, ${factText(fact, view, names, say)}.`),
  );
  const common = view.facts.map((fact) => `${capital(factText(fact, view, names, say))}.`);
  const barred = view.barred.map(
    ({ reason, cells }) => `${say(reason)} ${pickedNames(view.board, cells)}.`,
  );
  const lines = [...common, ...own, ...barred];
  return lines.length ? lines.join("\n") : t("ear.noFacts");
}

function factText({ name, kind, value }: Fact, view: Scene, names: Names, say: Say): string {
  const told = () => {
    if (kind === "number") return String(value);
    if (kind === "seats") return (value as readonly number[]).map((seat) => names[seat]).join(", ");
    if (kind === "cells") return pickedNames(view.board, value as readonly Cell[]);
    return say(value as Parameters<Say>[0]);
  };
  return `${headed(say(name))} ${told()}`;
}

/** Seats by their names, or else by colour. */
export const namesFor = ({ seats }: Scene, names: Names | undefined, say: Say): Names =>
  names ??
  (seats.length === 1 ? [t("seat.me")] : seats.map(({ colour }) => colourName(say, colour)));
