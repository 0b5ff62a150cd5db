import { type FormEvent, type RefObject, useId, useState } from "react";
import { t } from "../../i18n";

/** One field for everything: moves, names of cells and commands. */

type CommandLineProps = {
  field: RefObject<HTMLInputElement | null>;
  onType: (typed: string) => void;
};

const LONGEST = 200;

export function CommandLine({ field, onType }: CommandLineProps) {
  const id = useId();
  const [text, setText] = useState("");
  const go = (event: FormEvent) => {
    event.preventDefault();
    setText("");
    onType(text.trim());
  };
  return (
    <form className="ear-line" onSubmit={go}>
      <label htmlFor={id}>{t("ear.type")}</label>
      <input
        id={id}
        ref={field}
        value={text}
        maxLength={LONGEST}
        onChange={({ target }) => setText(target.value)}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      <button type="submit" className="primary">
        {t("ear.go")}
      </button>
      <p id={`${id}-hint`} className="small muted">
        {t("ear.hint")}
      </p>
    </form>
  );
}
