import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { ability } from "../../board/ability";
import { t, useWords } from "../../i18n";
import { useSettings, useTheme } from "../../state/settings";
import type { FigureFacts } from "../../wire";
import { SmallPicture } from "../game/Cards";
import { boardLines } from "../text/inWords";
import { newlyShown } from "./figures";
import { PictureDesk } from "./pictureDesk";

/** A figure as a still picture, drawn when it comes into sight. */

/** In pixels of the picture; where the processor draws alone, fewer of them. */
const SIZE = { fine: { width: 720, height: 480 }, plain: { width: 480, height: 320 } };
/** How far below the screen pictures are drawn ahead. */
const AHEAD = "200px";

const Desk = createContext<PictureDesk | null>(null);

/** One desk draws all pictures within it. */
export function FigureDesk({ children }: { children: ReactNode }) {
  return useContext(Desk) ? children : <OwnDesk>{children}</OwnDesk>;
}

/** Draws everything again when it has to look otherwise. */
function OwnDesk({ children }: { children: ReactNode }) {
  const theme = useTheme();
  const { patterns } = useSettings();
  const [size] = useState(() => SIZE[ability() ?? "fine"]);
  const desk = useMemo(
    () => new PictureDesk({ ...size, theme, patterns, quarters: 0, levelName }),
    [size, theme, patterns],
  );
  useEffect(() => () => desk.close(), [desk]);
  return <Desk value={desk}>{children}</Desk>;
}

const levelName = (level: number) => t("board.level {number}", { number: level + 1 });

/** What it shows is told beside it; who wants no pictures is told what stands on the board. */
export function FigurePicture({ game, figure }: { game: string; figure: FigureFacts }) {
  const { text } = useSettings();
  return text ? <FigureWords game={game} figure={figure} /> : <DrawnFigure figure={figure} />;
}

function FigureWords({ game, figure }: { game: string; figure: FigureFacts }) {
  const say = useWords(game);
  return (
    <ul className="figure-words">
      {boardLines(figure.view, say).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function DrawnFigure({ figure }: { figure: FigureFacts }) {
  const desk = useContext(Desk);
  const frame = useRef<HTMLDivElement>(null);
  const seen = useSeen(frame);
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    if (!seen || !desk) return;
    let stale = false;
    desk.picture(figure).then(
      (address) => stale || setPicture(address),
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [seen, desk, figure]);
  return (
    <div ref={frame} className="figure-picture" aria-hidden="true">
      {picture && <img src={picture} alt="" />}
      <div className="figure-cards">
        {newlyShown(figure).map((card) => (
          <SmallPicture key={card.number} card={card} />
        ))}
      </div>
    </div>
  );
}

/** Whether it has ever been in sight, or nearly. */
function useSeen(frame: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!frame.current || seen) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: AHEAD },
    );
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, [frame, seen]);
  return seen;
}
