import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import { BOARD_TEXTS } from "./board/texts";
import { fill, form, languages, pick, sayer } from "./i18n";
import en from "./locales/en.json";
import { SIDES } from "./scene";

const root = join(import.meta.dirname, ".");
const locales = import.meta.glob<Record<string, string>>("./locales/*.json", {
  eager: true,
  import: "default",
});
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^board\//.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), "utf8") }));
const braces = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

describe("every language", () => {
  test("is there", () => {
    const known = Object.keys(languages).map((lang) => `./locales/${lang}.json`);
    expect(Object.keys(locales).sort()).toEqual(known.sort());
  });

  test.each(Object.entries(locales))("%s has every text, with the same facts", (_, texts) => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    for (const [key, source] of Object.entries(en)) {
      expect(texts[key]?.trim(), key).toBeTruthy();
      expect(braces(texts[key] ?? ""), key).toEqual(braces(source));
      expect(texts[key]?.split("|").length, key).toBe(source.split("|").length);
    }
  });

  // Names, and words that are the same in both languages, are all that may stay as they are.
  const allowed: Record<string, number> = { de: 5, fr: 4, es: 4, nl: 5 };
  test.each(Object.keys(allowed))("%s leaves no sentence in English", (lang) => {
    const texts = locales[`./locales/${lang}.json`] ?? {};
    const words = (text: string) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ""));
    const same = Object.entries(en).filter(([key, text]) => texts[key] === text && words(text));
    const sentences = same.filter(([, text]) => /[a-z]+ [a-z]+ [a-z]+/i.test(text));
    expect(sentences).toEqual([]);
    expect(same.length, same.map(([key]) => key).join(" ")).toBeLessThanOrEqual(allowed[lang] ?? 0);
  });
});

test("a side is called by one word, on cards and beside the board", () => {
  for (const [file, texts] of Object.entries(locales))
    for (const side of SIDES) expect(texts[`side.${side}`], file).toBe(texts[`board.${side}`]);
});

describe("French leaves room before a colon and its like", () => {
  const tight = /[^\s\u00a0\u202f\d:][:;!?](?=\s|$|[|»])/;
  test("in every text", () => {
    const french = Object.values(locales["./locales/fr.json"] ?? {});
    expect(french.filter((text) => tight.test(text))).toEqual([]);
  });

  test("no page puts a colon of its own behind a name", () => {
    for (const { name, text } of files)
      expect(text.match(/`[^`\n]*\}: \$\{|[)\]]\}: [{<]/g), name).toBeNull();
  });
});

test("every text is used, and every text the board says is there", () => {
  const all = files.map(({ text }) => text).join("\n");
  const prefixes = [...all.matchAll(/\bt\(\s*`([\w.]+)\$\{/g)].map((found) => found[1] ?? "");
  const board = BOARD_TEXTS.map((text) => `board.${text}`);
  const isUsed = (key: string) =>
    all.includes(`"${key}"`) || prefixes.some((prefix) => key.startsWith(prefix));
  const own = Object.keys(en).filter((key) => !key.startsWith("board."));
  expect(own.filter((key) => !isUsed(key))).toEqual([]);
  expect(
    Object.keys(en)
      .filter((key) => key.startsWith("board."))
      .sort(),
  ).toEqual(board.sort());
});

type Node = { type: string; [key: string]: unknown };

function* walk(thing: unknown): Generator<Node> {
  if (Array.isArray(thing)) for (const one of thing) yield* walk(one);
  else if (thing && typeof thing === "object") {
    if ("type" in thing) yield thing as Node;
    for (const one of Object.values(thing)) yield* walk(one);
  }
}

const spoken = new Set(["aria-label", "title", "alt", "placeholder", "label", "aria-description"]);

/** Texts with words in them that stand in JSX instead of the catalogue. */
function written(code: string): string[] {
  const found: string[] = [];
  for (const node of walk(parseSync("file.tsx", code).program)) {
    if (node.type === "JSXText") found.push(String(node.value));
    const name = (node.name as Node | undefined)?.name;
    const value = node.value as Node | null | undefined;
    if (node.type === "JSXAttribute" && spoken.has(String(name)) && value?.type === "Literal")
      found.push(String(value.value));
  }
  return found.filter((text) => /\p{L}/u.test(text));
}

test("no page has words of its own", () => {
  expect(written('<p title="hello">{t("house")} there</p>')).toEqual(["hello", " there"]);
  for (const { name, text } of files) expect(written(text), name).toEqual([]);
});

test("no page knows a game by name", () => {
  const names = readdirSync(join(root, "../../src/blockhaus/games")).filter((name) =>
    /^[a-z]+$/.test(name),
  );
  expect(names.length).toBeGreaterThan(5);
  for (const { name, text } of files)
    for (const game of names)
      expect(text, name).not.toMatch(new RegExp(`["'\`]${game}["'\`]`, "i"));
});

describe("texts are put together", () => {
  test("with facts and forms", () => {
    expect(fill("{a} and {b}", { a: 1 })).toBe("1 and {b}");
    expect(form("{n} move|{n} moves", 1, "en")).toBe("{n} move");
    expect(form("{n} move|{n} moves", 0, "en")).toBe("{n} moves");
    expect(form("{n} coup|{n} coups", 0, "fr")).toBe("{n} coup");
    expect(form("plain", 5, "de")).toBe("plain");
  });

  test("with a game's words, also for facts", () => {
    const say = sayer({ "a {colour} cube": "Würfel: {colour}", red: "rot" });
    expect(say("a {colour} cube", { colour: "red" })).toBe("Würfel: rot");
    expect(say("unknown {n}|", { n: 2 })).toBe("unknown 2|");
  });

  test("in the first language of the browser that we speak", () => {
    expect(pick(["pt-BR", "de-AT", "en"])).toBe("de");
    expect(pick(["ja"])).toBe("en");
  });
});
