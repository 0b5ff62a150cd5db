import { useState } from "react";
import type { Seat, Table } from "../api";
import { type Say, t } from "../i18n";
import { complain, toast } from "../state/news";
import { colourName } from "../words";

/** The link that gives a friend a seat: to copy, or to pass on with the device's own sharing. */

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https the clipboard is closed; a selected field is the old way.
    const field = document.createElement("textarea");
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  toast(t("copied"));
}

type LinkBoxProps = { link: string; label: string };

export function LinkBox({ link, label }: LinkBoxProps) {
  const share = () => navigator.share({ url: link, title: t("house") }).catch(() => undefined);
  return (
    <div className="link-box">
      <input readOnly value={link} aria-label={label} onFocus={({ target }) => target.select()} />
      <button type="button" onClick={() => copy(link).catch(complain)}>
        {t("copy")}
      </button>
      {"share" in navigator && (
        <button type="button" onClick={share}>
          {t("share")}
        </button>
      )}
    </div>
  );
}

type InviteProps = { table: Table; seat: Seat; say: Say };

export function Invite({ table, seat, say }: InviteProps) {
  const secret = table.invitations?.[seat.seat];
  if (!secret) return null;
  const link = `${location.origin}/table/${table.id}#${secret}`;
  const label = t("invite.label", { colour: colourName(say, seat.colour) });
  return (
    <div className="invite">
      <p className="small">{t("invite.text")}</p>
      <LinkBox link={link} label={label} />
    </div>
  );
}

type NameProps = { start: string; button: string; onGo: (name: string) => Promise<unknown> };

/** Asks for a name, once, and goes on. */
export function NameForm({ start, button, onGo }: NameProps) {
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
        maxLength={30}
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
