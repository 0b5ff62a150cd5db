import { type Key, t } from "../../i18n";
import english from "../../locales/en.json";
import { headed } from "../../words";

/**
 * Words that ask for something, typed where moves are typed. Their names stand in the catalogue,
 * several with commas between them; those of English are understood in every language.
 */

/** In the order in which help lists them. */
const NAMES = [
  "help",
  "task",
  "board",
  "cell",
  "side",
  "moves",
  "hand",
  "score",
  "facts",
  "last",
  "log",
  "who",
  "clock",
  "hint",
  "back",
  "draw",
  "resign",
  "say",
  "yes",
  "no",
] as const;

export type CommandName = (typeof NAMES)[number];

/** Those that something may follow. */
const LONGER: ReadonlySet<CommandName> = new Set(["cell", "side", "moves", "say"]);

/** What a page answers; nothing where what happens is told anyway. */
export type Reply = string | undefined | Promise<string | undefined>;
export type Commands = Partial<Record<CommandName, (rest: string) => Reply>>;

/** Capitals, accents and doubled spaces do not matter. */
export const plain = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim().replace(/\s+/g, " ");

/** What a command is called, the reader's own words first. */
const wordsOf = (key: Key): string[] =>
  `${t(key)}, ${english[key]}`.split(",").map(plain).filter(Boolean);

const known = (commands: Commands): CommandName[] =>
  NAMES.filter((name) => commands[name] !== undefined);

export type Found = { name: CommandName; rest: string };

/** The command that was typed, with what follows it. The longest name counts. */
export function commandIn(typed: string, commands: Commands): Found | null {
  const said = plain(typed);
  const fits = known(commands).flatMap((name) =>
    wordsOf(`command.${name}`)
      .filter((word) => said === word || (LONGER.has(name) && said.startsWith(`${word} `)))
      .map((word) => ({ name, word })),
  );
  const [best] = fits.sort((one, other) => other.word.length - one.word.length);
  if (!best) return null;
  const words = best.word.split(" ").length;
  return { name: best.name, rest: typed.trim().split(/\s+/).slice(words).join(" ") };
}

/** A beginning that fits one command alone is enough. */
export function begunCommand(typed: string, commands: Commands): Found | null {
  const said = plain(typed);
  const fits = known(commands).filter((name) =>
    wordsOf(`command.${name}`).some((word) => word.startsWith(said)),
  );
  return said && fits.length === 1 && fits[0] ? { name: fits[0], rest: "" } : null;
}

/** Which of some things, each with words for it, is meant. */
export function wordMeant<T extends string>(typed: string, of: readonly T[], key: (one: T) => Key) {
  const said = plain(typed);
  return of.find((one) => wordsOf(key(one)).includes(said)) ?? null;
}

/** All commands with what they do. */
export function helpText(commands: Commands): string {
  const line = (name: CommandName) => {
    const [word = ""] = t(`command.${name}`).split(",");
    return `${headed(word)} ${t(`command.${name}.help`)}`;
  };
  return [t("ear.help"), ...known(commands).map(line)].join("\n");
}
