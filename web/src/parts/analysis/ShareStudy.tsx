import * as api from "../../api";
import { addressOf } from "../../base";
import { t, useWords } from "../../i18n";
import { useBox, useHouse } from "../../state/house";
import type { Study } from "../../wire";
import { colourName, outcomeText } from "../../words";
import { ShareButton } from "../share/ShareButton";
import { doorOf } from "../table/Invite";

/** What can be passed on of a position that is analysed, with the moves that led to it. */

/** Messengers cut longer links; the rest of them is never sent to the house and has no preview. */
const LONGEST = 1500;

export function ShareStudy({ study }: { study: Study }) {
  const { game, code, number, view } = study;
  const say = useWords(game);
  const title = useBox(game)?.title ?? game;
  const { origin } = doorOf(location, useHouse()?.network ?? null);
  const names = view.seats.map((seat) => colourName(say, seat.colour));
  const written = encodeURIComponent(code);
  const short = written.length <= LONGEST;
  return (
    <ShareButton
      view={view}
      say={say}
      title={title}
      text={view.outcome ? outcomeText(view.outcome, names, say) : names.join(" – ")}
      link={origin + addressOf(`/analysis${short ? "?code=" : "#"}${written}`)}
      linkLabel={t("analysis.link")}
      name={`${game}-${number}`}
      replay={{
        count: number,
        at: async (place) => (await api.study({ code, number: place })).view,
      }}
      embed={short ? origin + addressOf(`/embed?code=${written}`) : null}
      code={code}
    />
  );
}
