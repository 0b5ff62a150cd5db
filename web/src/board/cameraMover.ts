// Moves the camera: to its places by itself, and wherever a hand turns it.
import type { PerspectiveCamera } from "three";
import type { Side } from "../wire";
import { between, type Frame, fromSide, home, type Pose, sideOf } from "./cameraPose";
import { setCamera } from "./projection";

export type Place = Side | "home";

const TURN_SECONDS = 0.45;

interface Flight {
  from: Pose;
  to: Pose;
  begun: number | null;
}

export class CameraMover {
  /** Hears where the camera stands; null once a hand has turned it. */
  onPlace: (place: Place | null) => void = () => undefined;

  private frame: Frame | null = null;
  private pose: Pose | null = null;
  /** What the camera shows by itself; null once a hand has turned it. */
  private place: Place | null = "home";
  private flight: Flight | null = null;

  constructor(
    private camera: PerspectiveCamera,
    private redraw: () => void,
  ) {}

  /** Fits again when what is to be seen changes: at once with the page, else on its way there. */
  fit(frame: Frame, swift: boolean): void {
    const resized = this.frame?.aspect !== frame.aspect;
    this.frame = frame;
    if (!this.pose) this.show(home(frame), frame);
    else if (this.place) this.go(this.place, swift || resized);
    else this.show(this.pose, frame);
  }

  go(place: Place, swift: boolean): void {
    const { frame, pose } = this;
    if (!frame) return;
    const to = place === "home" ? home(frame) : fromSide(frame, place);
    this.place = place;
    this.onPlace(place);
    this.flight = swift || !pose ? null : { from: pose, to, begun: null };
    if (this.flight) this.redraw();
    else this.show(to, frame);
  }

  /** A change by hand; it leaves home, and an exact side unless it only shifts or zooms there. */
  change(next: (pose: Pose, frame: Frame) => Pose): void {
    if (!this.pose || !this.frame) return;
    const pose = next(this.pose, this.frame);
    this.flight = null;
    if (sideOf(pose) === null || this.place === "home") {
      this.place = null;
      this.onPlace(null);
    }
    this.show(pose, this.frame);
  }

  /** Flies on, at each frame. */
  advance(now: number): void {
    const { flight, frame } = this;
    if (!flight || !frame) return;
    flight.begun ??= now;
    const share = Math.min(1, (now - flight.begun) / TURN_SECONDS);
    if (share === 1) this.flight = null;
    this.show(between(flight.from, flight.to, 1 - (1 - share) ** 3), frame);
  }

  private show(pose: Pose, frame: Frame): void {
    this.pose = pose;
    setCamera(this.camera, pose, frame.aspect);
    this.redraw();
  }
}
