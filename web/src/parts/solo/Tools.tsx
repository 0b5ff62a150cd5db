import { useEffect, useState } from "react";
import { type Say, t } from "../../i18n";
import type { Tool } from "../../wire";
import { capital, colourName } from "../../words";
import { Chip } from "../common/Chip";

/** What can be taken in hand: the pieces of the box, moving, and taking back. */

const NOTHING: Tool = { id: "", name: { text: "", facts: {} }, colour: null, left: 0, offers: [] };

/** The tool in hand; one that is used up stays there, to be seen. */
export function useTool(tools: readonly Tool[]): [Tool, (id: string) => void] {
  const [id, setId] = useState(tools[0]?.id ?? "");
  return [tools.find((tool) => tool.id === id) ?? tools[0] ?? NOTHING, setId];
}

type ToolsProps = {
  tools: readonly Tool[];
  tool: Tool;
  onTool: (id: string) => void;
  say: Say;
};

export function Tools({ tools, tool, onTool, say }: ToolsProps) {
  useToolKeys(tools, onTool);
  return (
    <div className="tools" role="radiogroup" aria-label={t("solo.tools")}>
      {tools.map((each, index) => (
        <label key={each.id} className="tool" title={toolName(each, say)}>
          <input
            type="radio"
            name="tool"
            checked={each.id === tool.id}
            onChange={() => onTool(each.id)}
            aria-label={toolName(each, say)}
            aria-keyshortcuts={keyOf(index)}
          />
          <ToolSign tool={each} />
        </label>
      ))}
    </div>
  );
}

const toolName = ({ name, colour, left }: Tool, say: Say): string => {
  const what = capital(say(name));
  if (!colour) return what;
  return t("solo.tool", { what, colour: colourName(say, colour), n: left ?? 0 });
};

function ToolSign({ tool: { id, colour, left } }: { tool: Tool }) {
  if (!colour)
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true" className="tool-sign">
        <path d={SIGNS[id] ?? SIGNS.move} />
      </svg>
    );
  const chip = <Chip colour={colour} name={colour} />;
  return (
    <>
      <span className="tool-chips">
        {chip}
        {id !== colour && chip}
      </span>
      <span className="small">{left}</span>
    </>
  );
}

const SIGNS: Readonly<Record<string, string>> = {
  move: "M12 3v18M3 12h18M12 3l-3 3M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3",
  take: "M6 6l12 12M18 6L6 18",
};

/** Tools are numbered on the keyboard. */
const keyOf = (index: number) => (index < 9 ? `${index + 1}` : index === 9 ? "0" : undefined);

function useToolKeys(tools: readonly Tool[], onTool: (id: string) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const typing = event.target instanceof HTMLElement && event.target.matches(TYPED);
      const found = tools.find((_, index) => keyOf(index) === event.key);
      if (found && !typing) onTool(found.id);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [tools, onTool]);
}

const TYPED = "input:not([type=radio]), textarea, select";
