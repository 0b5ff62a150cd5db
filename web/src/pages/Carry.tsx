import { useEffect, useState } from "react";
import * as api from "../api";
import { addressOf } from "../base";
import { t, useLang } from "../i18n";
import { Loading } from "../parts/common/Loading";
import { Link, navigate } from "../router";
import { myName } from "../state/house";
import { complain, toast } from "../state/notices";
import { askRatings } from "../state/you";
import type { LinkFacts } from "../wire";
import "../styles/pages";

/** Where a one-time link leads: who it is for, what happens to what is here, and yes or no. */

export function CarryPage() {
  useLang();
  const [token] = useState(() => location.hash.slice(1));
  const [facts, setFacts] = useState<LinkFacts | null>(null);
  const [refusal, setRefusal] = useState(token ? "" : t("carry.void"));
  useEffect(() => {
    document.title = t("title.page", { page: t("carry.title") });
    // The token is in nobody's history, and nobody copies it from the address by mistake.
    history.replaceState(null, "", addressOf("/you/here"));
    if (!token) return;
    api.lookAtLink(token).then(setFacts, (error) => {
      setRefusal((error instanceof Error && error.message) || t("carry.void"));
    });
  }, [token]);
  const take = async () => {
    const { name } = await api.takeLink(token);
    myName.set(name);
    await askRatings();
    toast(t("carry.done"));
    navigate("/you", true);
  };
  if (refusal)
    return (
      <div className="page narrow" role="alert">
        <h1>{t("carry.title")}</h1>
        <p>{refusal}</p>
        <Link to="/you">{t("nav.you")}</Link>
      </div>
    );
  if (!facts) return <Loading />;
  const { person, here, same } = facts;
  const name = person.name || t("carry.nobody");
  const own = here.games > 0 || here.name !== "";
  return (
    <div className="page narrow carry">
      <h1>{same ? t("carry.same") : t("carry.ask", { name })}</h1>
      <p>{t("carry.brings", { games: t("you.found", { n: person.games }) })}</p>
      {own && !same && (
        <p>{t("carry.merge", { games: t("you.found", { n: here.games }), name })}</p>
      )}
      {!same && <p className="hint">{t("carry.warning")}</p>}
      <div className="row wrap">
        {!same && (
          <button type="button" className="primary" onClick={() => take().catch(complain)}>
            {t("carry.yes", { name })}
          </button>
        )}
        <Link to="/you" className="button">
          {t(same ? "nav.you" : "cancel")}
        </Link>
      </div>
    </div>
  );
}
