import { useState } from "react";
import { t } from "../../i18n";
import { complain } from "../../state/notices";

export const NAME_LENGTH = 30;

type NameFormProps = { start: string; button: string; onGo: (name: string) => Promise<unknown> };

/** Asks for a name, once, and goes on. */
export function NameForm({ start, button, onGo }: NameFormProps) {
  const [called, setCalled] = useState(start);
  return (
    <form
      className="name-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (called.trim()) onGo(called.trim()).catch(complain);
      }}
    >
      <input
        value={called}
        data-focus
        required
        maxLength={NAME_LENGTH}
        autoComplete="nickname"
        aria-label={t("me.name")}
        placeholder={t("me.name")}
        onChange={({ target }) => setCalled(target.value)}
      />
      <button type="submit" className="primary">
        {button}
      </button>
    </form>
  );
}
