import { useEffect, useState } from "react";
import { t } from "../../i18n";
import { navigate } from "../../router";
import { announce } from "../../state/notices";
import { nextTask, taskPath, useWorkshops } from "../../state/solo";
import type { Bench, SoloResult } from "../../wire";

/** The moment of having built all cards: how well, and where to go on. */

type SolvedProps = { game: string; bench: Bench; result: SoloResult | null };

export function Solved({ game, bench, result }: SolvedProps) {
  const [closed, setClosed] = useState<SoloResult | null>(null);
  const tasks = useWorkshops()?.find((shop) => shop.game === game)?.tasks ?? [];
  const text = result ? solvedText(result) : "";
  useEffect(() => {
    if (text) announce(text);
  }, [text]);
  if (!result || closed === result) return null;
  const next = nextTask(tasks, bench.task.id);
  return (
    <section className="solved" aria-label={t("solo.solved")}>
      <p>
        <b>{t("solo.solved")}</b> {text}
      </p>
      <div className="row wrap">
        {next && (
          <button
            type="button"
            className="primary"
            onClick={() => navigate(taskPath(game, next.id))}
          >
            {t("solo.next")}
          </button>
        )}
        <button type="button" onClick={() => setClosed(result)}>
          {t("solo.goOn")}
        </button>
      </div>
    </section>
  );
}

function solvedText({ pieces, least, best, better }: SoloResult): string {
  const facts = { n: pieces };
  if (least !== null && pieces <= least) return t("solo.withLeast", facts);
  const told = least === null ? t("solo.with", facts) : t("solo.withMore", { ...facts, least });
  return better || best === pieces ? told : `${told} ${t("solo.yourBest", { n: best })}`;
}
