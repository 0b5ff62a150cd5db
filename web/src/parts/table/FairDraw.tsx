import { useState } from "react";
import { t } from "../../i18n";
import type { TableFacts } from "../../wire";

/** How the draw was made and how anyone can check it. */

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function FairDraw({ table, names }: { table: TableFacts; names: string[] }) {
  const [verdict, setVerdict] = useState<boolean | null>(null);
  const { secret, commit, shares } = table;
  if (!commit) return null;
  const check = async () => setVerdict((await sha256(secret ?? "")) === commit);
  return (
    <details className="fair">
      <summary>{t("fair.title")}</summary>
      <p className="small">{t("fair.text")}</p>
      <dl className="hashes">
        <dt>{t("fair.commit")}</dt>
        <dd>{commit}</dd>
        {shares.map((share, seat) => (
          <Share key={seat} name={names[seat] ?? ""} share={share} />
        ))}
        <dt>{t("fair.secret")}</dt>
        <dd>{secret || t("fair.later")}</dd>
      </dl>
      {secret && (
        <p className="small">{t("fair.verify", { command: "blockhaus verify game.txt" })}</p>
      )}
      {secret && globalThis.crypto?.subtle && (
        <p>
          <button type="button" onClick={check}>
            {t("fair.check")}
          </button>{" "}
          <span role="status">
            {verdict !== null && (verdict ? t("fair.good") : t("fair.bad"))}
          </span>
        </p>
      )}
    </details>
  );
}

function Share({ name, share }: { name: string; share: string | null }) {
  if (!share) return null;
  return (
    <>
      <dt>{t("fair.share", { who: name })}</dt>
      <dd>{share}</dd>
    </>
  );
}
