import { useState } from "react";
import { HouseError } from "../../api";
import { t, useWords } from "../../i18n";
import { navigate } from "../../router";
import { useBox } from "../../state/house";
import { complain } from "../../state/notices";
import { useRating } from "../../state/you";
import type { Box, Summary } from "../../wire";
import { isFree, optionsText, ratingText, termsText } from "../../words";
import { nearSetUp, SetUp } from "../setup/SetUpLater";
import { takeSeat } from "../table/JoinDialog";

/** Open invitations, each accepted by one press, and the way to put one up. */

type InvitationsProps = { tables: Summary[]; onChange: () => void };

export function Invitations({ tables, onChange }: InvitationsProps) {
  if (!tables.length) return null;
  return (
    <section className="table-list invitations">
      <h2>{t("lobby.open")}</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.id}>
            <Invitation table={table} onGone={onChange} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function InviteTo({ boxes }: { boxes: readonly Box[] }) {
  const [chosen, setChosen] = useState<Box | null>(null);
  return (
    <>
      <div className="row wrap invite-to" role="group" aria-label={t("invitation.new")}>
        <span className="muted">{t("invitation.new")}</span>
        {boxes.map((box) => (
          <button
            type="button"
            key={box.id}
            className="small"
            {...nearSetUp}
            onClick={() => setChosen(box)}
          >
            {box.title}
          </button>
        ))}
      </div>
      {chosen && <SetUp box={chosen} invite onClose={() => setChosen(null)} />}
    </>
  );
}

function Invitation({ table, onGone }: { table: Summary; onGone: () => void }) {
  const say = useWords(table.game);
  const title = useBox(table.game)?.title ?? table.game;
  const [busy, setBusy] = useState(false);
  const { inviter, options, ranked } = table;
  const who = inviter?.name || t("seat.guest");
  const free = table.seats.filter(isFree);
  const open = free.find(({ kind }) => kind === "open");
  const accept = async () => {
    setBusy(true);
    try {
      await takeSeat(table, open?.seat ?? 0);
      navigate(`/table/${table.id}`);
    } catch (error) {
      setBusy(false);
      complain(error);
      // What is to be agreed to first is said at the table.
      const asked = error instanceof HouseError && error.code === "known-deal";
      if (asked) navigate(`/table/${table.id}`);
      else onGone();
    }
  };
  const facts = [
    termsText(table.clock),
    optionsText(options, say),
    free.length > 1 && t("invitation.free", { n: free.length }),
  ];
  return (
    <div className={inviter?.here === false ? "invitation invitation-away" : "invitation"}>
      <p className="invitation-who">
        <b>{title}</b> <span>{who}</span>
        {ranked && inviter?.rating && <span className="muted"> {ratingText(inviter.rating)}</span>}
        {inviter?.here === false && <span className="away"> {t("seat.away")}</span>}
      </p>
      <p className="small muted">{facts.filter(Boolean).join(" · ")}</p>
      {ranked && <Ranked game={table.game} rated={Boolean(inviter?.rating)} />}
      {open && (
        <button
          type="button"
          className="primary"
          disabled={busy}
          aria-label={t("invitation.acceptOne", { game: title, who })}
          onClick={accept}
        >
          {t("invitation.accept")}
        </button>
      )}
    </div>
  );
}

/** What the game counts for: the reader's own rating beside that of who invites. */
function Ranked({ game, rated }: { game: string; rated: boolean }) {
  const own = useRating(game);
  const yours = own ? t("invitation.yours", { rating: ratingText(own) }) : t("invitation.unrated");
  return (
    <p className="small invitation-ranked">
      <b>{t("ranked.mark")}</b> · {!rated && `${t("invitation.theirsNew")} · `}
      {yours}
    </p>
  );
}
