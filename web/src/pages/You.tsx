import { useCallback, useEffect, useRef, useState } from "react";
import * as api from "../api";
import { t, useLang } from "../i18n";
import { Loading } from "../parts/common/Loading";
import { Devices } from "../parts/you/Devices";
import { Filters } from "../parts/you/Filters";
import { OwnGames } from "../parts/you/OwnGames";
import { PuzzleRatings, Ratings } from "../parts/you/Ratings";
import { Results } from "../parts/you/Results";
import { YourData } from "../parts/you/YourData";
import { Link } from "../router";
import { useAlone } from "../state/house";
import { announce, complain, toast } from "../state/notices";
import type { GamesWish, OwnGame, OwnGames as Page, Statistics } from "../wire";
import "../styles/pages";

/** All that is one's own: games, results, ratings, and what can be done with them. */

const TYPING = 250; // milliseconds until a word counts as written

export function YouPage() {
  useLang();
  const alone = useAlone();
  const [wish, setWish] = useState<GamesWish>({});
  const [page, setPage] = useState<Page | null>(null);
  const [statistics, setStatistics] = useState<Statistics[]>([]);
  const asked = useRef(0);

  const ask = useCallback(async (of: GamesWish, before: readonly OwnGame[] = []) => {
    asked.current += 1;
    const mine = asked.current;
    const told = await api.myGames({ ...of, skip: before.length });
    // A later question has been asked meanwhile.
    if (mine === asked.current) setPage({ ...told, games: [...before, ...told.games] });
    return told;
  }, []);
  const anew = useCallback(() => {
    setWish({});
    Promise.all([ask({}), api.statistics().then(setStatistics)]).catch(complain);
  }, [ask]);

  useEffect(anew, [anew]);
  useEffect(() => {
    document.title = t("title.page", { page: t("you.title") });
  });
  const timer = useRef(0);
  const filter = (next: GamesWish) => {
    setWish(next);
    clearTimeout(timer.current);
    const go = () =>
      ask(next).then(({ found }) => announce(t("you.found", { n: found })), complain);
    timer.current = window.setTimeout(go, next.text === wish.text ? 0 : TYPING);
  };
  const remove = async ({ table }: OwnGame) => {
    await (table.withdrawable ? api.withdraw(table.id) : api.removeGame(table.id));
    toast(t(table.withdrawable ? "invitation.withdrawn" : "you.removed"));
    setPage((old) => old && without(old, table.id));
    setStatistics(await api.statistics());
  };
  const clear = async () => {
    const { removed } = await api.clearAbandoned();
    toast(t("you.cleared", { n: removed }));
    await ask(wish);
  };

  if (!page) return <Loading title={t("you.title")} />;
  const filtered = Object.values(wish).some(Boolean);
  return (
    <div className="lobby you">
      <h1>{t("you.title")}</h1>
      <Ratings />
      <PuzzleRatings />
      <Results statistics={statistics} />
      <section className="you-part">
        <h2>{t("you.games")}</h2>
        {page.abandoned > 0 && (
          <div className="row wrap between abandoned">
            <span>{t("you.abandoned", { n: page.abandoned })}</span>
            <button type="button" onClick={() => clear().catch(complain)}>
              {t("you.clear")}
            </button>
          </div>
        )}
        {page.found > 0 || filtered ? (
          <>
            <Filters wish={wish} onChange={filter} />
            <p className="muted">{t("you.found", { n: page.found })}</p>
            <OwnGames games={page.games} onRemove={(game) => remove(game).catch(complain)} />
            {page.games.length < page.found && (
              <button type="button" onClick={() => ask(wish, page.games).catch(complain)}>
                {t("you.more")}
              </button>
            )}
          </>
        ) : (
          <p>
            {t("you.empty")} <Link to="/">{t("nav.play")}</Link>
          </p>
        )}
      </section>
      {!alone && <Devices />}
      <YourData onChange={anew} />
    </div>
  );
}

const without = (page: Page, id: string): Page => ({
  ...page,
  games: page.games.filter(({ table }) => table.id !== id),
  found: page.found - 1,
});
