import { useEffect, useState } from "react";
import * as api from "../../api";
import { addressOf } from "../../base";
import { t } from "../../i18n";
import { navigate } from "../../router";
import { myName, useHouse } from "../../state/house";
import { complain, toast } from "../../state/notices";
import type { Keys, Passkey } from "../../wire";
import { ago } from "../../words";
import { Confirm } from "../common/Dialog";
import { QrSquares } from "../common/QrSquares";
import { LinkBox } from "../common/Sharing";
import { doorOf, OPEN_TO_ALL } from "../table/Invite";
import { createPasskey, hasPasskeys, showPasskey } from "./webauthn";

/** The same person on other devices: by a one-time link, or kept with a passkey. */

export function Devices() {
  const [keys, setKeys] = useState<Keys | null>(null);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    api.keys().then(setKeys, complain);
  }, []);
  if (!keys) return null;
  const kept = keys.devices > 1 || keys.passkeys.length > 0;
  const signOut = async () => {
    await api.signOut();
    myName.set("");
    location.assign(addressOf("/"));
  };
  return (
    <section className="you-part">
      <h2>{t("devices.title")}</h2>
      <p className="muted">{t("devices.text")}</p>
      <OneTimeLink />
      {hasPasskeys(location.hostname, isSecureContext) ? (
        <Passkeys keys={keys} onChange={setKeys} />
      ) : (
        <p className="hint">{t("devices.noPasskeys")}</p>
      )}
      <div className="row wrap">
        <span className="muted">{t("devices.count", { n: keys.devices })}</span>
        <button type="button" onClick={() => setLeaving(true)}>
          {t("devices.out")}
        </button>
      </div>
      {leaving && (
        <Confirm
          title={t("devices.out")}
          text={t(kept ? "devices.outSure" : "devices.outLost")}
          yes={t("devices.out")}
          onNo={() => setLeaving(false)}
          onYes={() => signOut().catch(complain)}
        />
      )}
    </section>
  );
}

function OneTimeLink() {
  const network = useHouse()?.network ?? null;
  const [token, setToken] = useState("");
  const make = () => api.makeLink().then((made) => setToken(made.token), complain);
  const { origin, reachable } = doorOf(location, network);
  const link = origin + addressOf(`/you/here#${token}`);
  return (
    <>
      <button type="button" className="primary" onClick={make}>
        {t("devices.link")}
      </button>
      {token && (
        <div className="carry-link">
          <p className="small">{t("devices.linkText")}</p>
          <LinkBox link={link} label={t("devices.linkLabel")} />
          {reachable ? (
            <QrSquares link={link} label={t("devices.qr")} />
          ) : (
            <p className="small muted">{t("invite.alone", { command: OPEN_TO_ALL })}</p>
          )}
        </div>
      )}
    </>
  );
}

type PasskeysProps = { keys: Keys; onChange: (keys: Keys) => void };

function Passkeys({ keys, onChange }: PasskeysProps) {
  const make = async () => {
    const { options } = await api.passkeyToMake();
    onChange(await api.keepPasskey(await createPasskey(options)));
    toast(t("passkey.kept"));
  };
  const show = async () => {
    const { options } = await api.passkeyToShow();
    const { token } = await api.showPasskey(await showPasskey(options));
    navigate(`/you/here#${token}`);
  };
  const remove = async ({ id }: Passkey) => {
    onChange(await api.removePasskey(id));
    toast(t("passkey.removed"));
  };
  return (
    <>
      <div className="row wrap">
        <button type="button" onClick={() => make().catch(refused)}>
          {t("passkey.keep")}
        </button>
        <button type="button" onClick={() => show().catch(refused)}>
          {t("passkey.signIn")}
        </button>
      </div>
      {keys.passkeys.length > 0 && (
        <ul className="passkeys">
          {keys.passkeys.map((key) => (
            <li key={key.id} className="row wrap between">
              <span>
                {t("passkey.one", { host: key.host, when: ago(key.created) })}
                {key.used !== null && ` ${t("passkey.used", { when: ago(key.used) })}`}
              </span>
              <button type="button" onClick={() => remove(key).catch(complain)}>
                {t("passkey.remove")}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Who breaks off needs no explanation, but may wonder whether anything happened. */
const refused = (error: unknown) =>
  error instanceof DOMException ? toast(t("passkey.none")) : complain(error);
