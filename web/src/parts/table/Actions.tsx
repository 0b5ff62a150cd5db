import { useState } from "react";
import { share } from "../../api";
import { type Key, t } from "../../i18n";
import { complain, toast } from "../../state/notices";
import type { TableActs } from "../../state/table";
import { playsAlone } from "../../state/turn";
import type { Act, TableFacts } from "../../wire";
import { Confirm } from "../common/Dialog";

/** Taking back, draws, resigning, rematches: buttons for one's own, answers to those of others. */

type ActionsProps = { table: TableFacts; act: TableActs["act"] };

export function Actions({ table, act }: ActionsProps) {
  const [asking, setAsking] = useState<"resign" | null>(null);
  if (!table.you.length || table.state !== "running") return null;
  const alone = playsAlone(table);
  const go = (what: Act, told?: Key) => () =>
    act(what).then(() => told && toast(t(told)), complain);
  const undo = table.undo || alone;
  return (
    <div className="actions">
      <div className="row wrap">
        {!table.firm && (
          <button
            type="button"
            disabled={!table.number}
            onClick={go("ask-undo", undo ? undefined : "undo.asked")}
          >
            {undo ? t("undo.free") : t("undo.ask")}
          </button>
        )}
        {!alone && (
          <button
            type="button"
            disabled={table.offers.draw !== null}
            onClick={go("offer-draw", "draw.offered")}
          >
            {t("draw.offer")}
          </button>
        )}
        <button type="button" onClick={() => setAsking("resign")}>
          {t("resign")}
        </button>
      </div>
      {asking && (
        <Confirm
          title={t("resign")}
          text={t("resign.sure")}
          yes={t("resign")}
          onNo={() => setAsking(null)}
          onYes={() => {
            setAsking(null);
            go("resign")();
          }}
        />
      )}
    </div>
  );
}

/** What others ask, where nobody can overlook it. */
export function Requests({ table, names, act }: ActionsProps & { names: string[] }) {
  const { draw, undo, rematch } = table.offers;
  const others = (seat: number) => !table.you.includes(seat);
  if (table.state === "over" && rematch.length && rematch.every(others) && !table.next)
    return <RematchWanted table={table} names={names} act={act} />;
  if (table.state !== "running" || !table.you.length) return null;
  return (
    <>
      {draw !== null && others(draw) && (
        <Question
          text={t("draw.asked", { who: names[draw] ?? "" })}
          yes="accept-draw"
          no="decline-draw"
          act={act}
        />
      )}
      {undo && others(undo.seat) && (
        <Question
          text={t("undo.wanted", { who: names[undo.seat] ?? "" })}
          yes="allow-undo"
          no="refuse-undo"
          act={act}
        />
      )}
    </>
  );
}

function RematchWanted({ table, names, act }: ActionsProps & { names: string[] }) {
  const [seat = 0] = table.offers.rematch;
  if (!table.you.length) return null;
  return (
    <div className="question" role="alert">
      <p>{t("rematch.wanted", { who: names[seat] ?? "" })}</p>
      <div className="row">
        <button
          type="button"
          className="primary"
          onClick={() => act("rematch", { share: share() }).catch(complain)}
        >
          {t("rematch.yes")}
        </button>
      </div>
    </div>
  );
}

type QuestionProps = { text: string; yes: Act; no: Act; act: TableActs["act"] };

function Question({ text, yes, no, act }: QuestionProps) {
  return (
    <div className="question" role="alert">
      <p>{text}</p>
      <div className="row">
        <button type="button" className="primary" onClick={() => act(yes).catch(complain)}>
          {t("yes")}
        </button>
        <button type="button" onClick={() => act(no).catch(complain)}>
          {t("no")}
        </button>
      </div>
    </div>
  );
}
