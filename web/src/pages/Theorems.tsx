import { useEffect, useState } from "react";
import * as api from "../api";
import { t, useLang } from "../i18n";
import { Loading } from "../parts/common/Loading";
import { Link } from "../router";
import { complain } from "../state/notices";
import type { TheoremFacts } from "../wire";
import { capital } from "../words";
import "../styles/pages";

/** What is proven about small boards, in words; each can be explored. */

export function TheoremsPage() {
  const language = useLang();
  const [found, setFound] = useState<readonly TheoremFacts[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: statements are in the language
  useEffect(() => void api.theorems().then(setFound, complain), [language]);
  useEffect(() => {
    document.title = t("title.page", { page: t("theorem.title") });
  });
  const games = [...new Set(found?.map(({ title }) => title))];
  return (
    <div className="lobby theorems">
      <h1>{t("theorem.title")}</h1>
      <p className="lead">{t("theorem.text")}</p>
      {!found && <Loading within />}
      {games.map((game) => (
        <section key={game}>
          <h2>{game}</h2>
          <ul className="theorem-list">
            {found
              ?.filter(({ title }) => title === game)
              .map((theorem) => (
                <li key={theorem.key}>
                  <Theorem theorem={theorem} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Theorem({ theorem }: { theorem: TheoremFacts }) {
  const language = useLang();
  const { key, title, setting, statement, nodes } = theorem;
  return (
    <article className="theorem">
      <h3>
        <Link to={`/theorems/${key}`}>
          <span className="unseen">{title} </span>
          {capital(setting)}
        </Link>
      </h3>
      <p>{statement}</p>
      <p className="small muted">
        {t("theorem.proof", { positions: nodes.toLocaleString(language) })}
      </p>
    </article>
  );
}
