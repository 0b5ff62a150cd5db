import { type FormEvent, useState } from "react";
import { t } from "../../i18n";
import { useBoxes } from "../../state/house";
import { complain } from "../../state/notices";
import type { PositionWish } from "../../wire";

/** What to put on the analysis board: a new game, a record, or a position code. */

/** A record has bracketed headers; anything else is taken as a code. */
export function studyOf(text: string): PositionWish {
  const trimmed = text.trim();
  return trimmed.startsWith("[") || trimmed.startsWith("{")
    ? { record: trimmed }
    : { code: trimmed };
}

type LoadPositionProps = { onLoad: (of: PositionWish) => Promise<void> };

export function LoadPosition({ onLoad }: LoadPositionProps) {
  const boxes = useBoxes();
  const [text, setText] = useState("");
  const load = (of: PositionWish) => onLoad(of).catch(complain);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void load(studyOf(text));
  };
  return (
    <div className="load">
      <section>
        <h2>{t("load.new")}</h2>
        <div className="row wrap">
          {boxes?.map((box) => (
            <button type="button" key={box.id} onClick={() => load({ game: box.id })}>
              {box.title}
            </button>
          ))}
        </div>
      </section>
      <section>
        <h2>{t("load.text")}</h2>
        <form onSubmit={submit}>
          <textarea
            rows={7}
            required
            spellCheck={false}
            value={text}
            aria-label={t("load.text")}
            placeholder={t("load.hint")}
            onChange={({ target }) => setText(target.value)}
          />
          <div className="row wrap">
            <button type="submit" className="primary" disabled={!text.trim()}>
              {t("load.go")}
            </button>
            <label className="button">
              {t("load.file")}
              <input
                type="file"
                accept=".txt,.json,text/plain,application/json"
                className="unseen"
                onChange={async ({ target }) => {
                  const file = target.files?.[0];
                  if (file) void load(studyOf(await file.text()));
                  target.value = "";
                }}
              />
            </label>
          </div>
        </form>
      </section>
    </div>
  );
}
