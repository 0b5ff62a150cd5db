// Draws scenes off the page with what draws them on it, for pictures and replays.
import { createRoot, useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect } from "react";
import { NeutralToneMapping, type PerspectiveCamera } from "three";
import type { Cell, Event, Scene } from "../wire";
import { ability } from "./ability";
import type { Quality } from "./assets";
import { BoardScene } from "./BoardScene";
import { home } from "./cameraPose";
import { FlatStudio } from "./flatStudio";
import { closeFraming, type Framing, framingOf } from "./framing";
import { Light } from "./Light";
import { setCamera } from "./projection";
import "./board.css";
import "./ThreeCanvas";

/** How scenes are drawn. */
export interface StudioLook {
  width: number;
  height: number;
  theme: "light" | "dark";
  patterns: boolean;
  /** Quarters by which the board is turned for who looks at it. */
  quarters: number;
  /** By default as well as the machine can at speed. */
  quality?: Quality;
  /** What a level of the flat board is called. */
  levelName(level: number): string;
}

/** What is marked in a picture: the cells of a move, those that forbid it, what one brought about. */
export interface PictureMarks {
  picked?: readonly Cell[];
  guilty?: readonly Cell[];
  events?: readonly Event[];
}

/** Draws one scene after the other on the same canvas. */
export interface Studio {
  draw(view: Scene, marks?: PictureMarks): Promise<CanvasImageSource>;
  close(): void;
}

/**
 * All scenes to be drawn tell where the camera has to stand, so that it stands still; without
 * them it goes where each scene is seen best.
 */
export async function openStudio(look: StudioLook, views?: readonly Scene[]): Promise<Studio> {
  const able = ability();
  if (!able) return new FlatStudio(look);
  const framing = views ? framingOf(views) : null;
  const studio = new SolidStudio({ ...look, quality: look.quality ?? able }, framing);
  await studio.open();
  return studio;
}

const NOTHING = {
  offers: [],
  picked: [],
  meant: [],
  highlight: [],
  guilty: [],
  events: [],
  onHidden: () => undefined,
};

class SolidStudio implements Studio {
  private canvas = document.createElement("canvas");
  private root = createRoot(this.canvas);

  constructor(
    private look: StudioLook & { quality: Quality },
    private framing: Framing | null,
  ) {}

  async open(): Promise<void> {
    const { width, height } = this.look;
    await this.root.configure({
      frameloop: "never",
      shadows: "percentage",
      dpr: 1,
      size: { width, height, top: 0, left: 0 },
      gl: {
        antialias: true,
        alpha: true,
        preserveDrawingBuffer: true,
        toneMapping: NeutralToneMapping,
      },
      camera: { manual: true },
    });
  }

  draw(view: Scene, marks: PictureMarks = {}): Promise<HTMLCanvasElement> {
    const { look } = this;
    const framing = this.framing ?? closeFraming(view);
    const { board, blocks } = view;
    return new Promise((done) => {
      this.root.render(
        <>
          <Tripod look={look} framing={framing} upright={board.upright} />
          <Light box={framing.box} upright={board.upright} />
          <BoardScene
            {...NOTHING}
            {...marks}
            view={view}
            theme={look.theme}
            patterns={look.patterns}
            animate={false}
            quality={look.quality}
            stretch={framing.stretch}
            shown={board.size[2]}
            pickable={{ board, blocks, picked: [], next: [], leads: () => false }}
            fromAbove={false}
            quarters={look.quarters}
            hover={null}
            ghost={null}
          />
          <Shutter onDrawn={() => done(this.canvas)} />
        </>,
      );
    });
  }

  close(): void {
    this.root.unmount();
  }
}

interface TripodProps {
  look: StudioLook;
  framing: Framing;
  upright: boolean;
}

function Tripod({ look, framing, upright }: TripodProps) {
  const { camera } = useThree();
  useLayoutEffect(() => {
    const aspect = look.width / look.height;
    const pose = home({ box: framing.box, aspect, upright, quarters: look.quarters });
    setCamera(camera as PerspectiveCamera, pose, aspect);
  }, [camera, look, framing, upright]);
  return null;
}

/** Draws when all parts before it are in place: effects run in the order of the parts. */
function Shutter({ onDrawn }: { onDrawn: () => void }) {
  const { gl, advance } = useThree();
  useEffect(() => {
    gl.shadowMap.needsUpdate = true;
    advance(performance.now());
    onDrawn();
  }, [gl, advance, onDrawn]);
  return null;
}
