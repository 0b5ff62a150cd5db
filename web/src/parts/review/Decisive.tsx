import { useEffect } from "react";
import { t } from "../../i18n";
import { announce } from "../../state/notices";
import { useSheetClose } from "../game/Panels";
import type { ReviewState } from "./useReview";

/** What decided a finished game, in a sentence or two; the review is begun when somebody asks. */

type Jump = { onJump: (number: number) => void };

export function Decisive({ review, onJump }: Jump & { review: ReviewState }) {
  const { found, wanted, start } = review;
  const told = found?.decided?.sentences.join(" ");
  useEffect(() => {
    if (told) announce(told);
  }, [told]);
  if (!wanted)
    return (
      <button type="button" className="decisive" onClick={start}>
        {t("decided.ask")}
      </button>
    );
  if (!found || found.progress < 1)
    return (
      <p className="muted" role="status">
        {t("review.working")}
      </p>
    );
  return <DecisiveText found={found} onJump={onJump} />;
}

function DecisiveText({ found, onJump }: Jump & { found: ReviewState["found"] }) {
  const close = useSheetClose();
  if (!found || found.progress < 1) return null;
  const { decided } = found;
  if (!decided) return <p className="decided">{t("decided.nothing")}</p>;
  const show = () => {
    onJump(decided.number);
    close();
  };
  return (
    <p className="decided">
      {decided.sentences.join(" ")}{" "}
      <button type="button" className="quiet small" onClick={show}>
        {t("decided.show")}
      </button>
    </p>
  );
}
