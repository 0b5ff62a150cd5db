import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { apply } from "./state/settings";
import "./styles/theme.css";
import "./styles/base.css";
import "./styles/lobby.css";
import "./styles/table.css";
import "./styles/parts.css";
import "./styles/rules.css";
import "./styles/panels.css";
import "./styles/you.css";

const root = document.getElementById("root");

function draw(): void {
  if (root)
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
}

// A language that does not load is no reason to stay blank.
apply().then(draw, draw);
