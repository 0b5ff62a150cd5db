import { type FormEvent, useEffect, useRef, useState } from "react";
import { t } from "../../i18n";
import { complain } from "../../state/notices";
import { keepFor, kept } from "../../state/parts";
import { change, useSettings } from "../../state/settings";
import type { ChatEntry } from "../../wire";

/** A short chat that can be muted; muting hides it in this browser only. */

const LONGEST = 300;

type ChatProps = {
  lines: readonly ChatEntry[];
  /** Null for who may read and not write: a stranger at a private table. */
  onSay: ((text: string) => Promise<unknown>) | null;
};

export function Chat({ lines, onSay }: ChatProps) {
  const { muted } = useSettings();
  const [text, setText] = useState(() => kept<string>("chat") ?? "");
  useEffect(() => keepFor("chat", () => text), [text]);
  const list = useRef<HTMLUListElement>(null);
  // A new line scrolls into view.
  useEffect(() => {
    if (list.current && lines.length) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);
  const say = (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim();
    if (!said || !onSay) return;
    setText("");
    onSay(said).catch((error) => {
      setText(said);
      complain(error);
    });
  };
  return (
    <section className="chat" aria-label={t("chat.title")}>
      <header className="row between">
        <h2 className="part">{t("chat.title")}</h2>
        <button type="button" className="quiet small" onClick={() => change({ muted: !muted })}>
          {muted ? t("chat.unmute") : t("chat.mute")}
        </button>
      </header>
      {!muted && (
        <>
          <ul ref={list} className="chat-lines" aria-live="polite">
            {lines.map((line) => (
              <li key={`${line.at} ${line.who} ${line.text}`}>
                <b>{line.who || t("chat.someone")}</b> {line.text}
              </li>
            ))}
          </ul>
          {onSay && (
            <form onSubmit={say} className="chat-form">
              <input
                value={text}
                maxLength={LONGEST}
                onChange={(event) => setText(event.target.value)}
                placeholder={t("chat.write")}
                aria-label={t("chat.write")}
                autoComplete="off"
              />
              <button type="submit" disabled={!text.trim()}>
                {t("chat.send")}
              </button>
            </form>
          )}
        </>
      )}
    </section>
  );
}
