import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { here } from "./base";
import { parts } from "./router";
import { part } from "./state/parts";
import { apply } from "./state/settings";
import "./styles/theme.css";
import "./styles/base.css";
import "./styles/lobby.css";
import "./styles/setup.css";
import "./styles/play.css";
import "./styles/table.css";
import "./styles/parts.css";
import "./styles/panels.css";

/** What others show within their pages has no frame of ours around it. */
const EmbedPage = lazy(async () => ({
  default: (await part(() => import("./pages/Embed"))).EmbedPage,
}));
const isEmbed = parts(here())[0] === "embed";

const root = document.getElementById("root");

function draw(): void {
  if (root)
    createRoot(root).render(
      <StrictMode>
        {isEmbed ? (
          <Suspense>
            <EmbedPage />
          </Suspense>
        ) : (
          <App />
        )}
      </StrictMode>,
    );
}

// A language that does not load is no reason to stay blank.
apply().then(draw, draw);
