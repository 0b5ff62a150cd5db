import { type Box, middle } from "./space";

interface LightProps {
  box: Box;
  upright: boolean;
}

/**
 * A window to the upper left, the sky, a little light from the right, and a lamp low behind the
 * board: seen from the back or the left, colours are as bright as from the front.
 */
export function Light({ box, upright }: LightProps) {
  const [x, y, z] = middle(box);
  const reach = Math.hypot(box.max[0] - box.min[0], box.max[2] - box.min[2], box.max[1]) / 2 + 1;
  const [left, up, front] = upright ? [-0.5, 1, 1.1] : [-0.55, 1.35, 0.5];
  return (
    <>
      <hemisphereLight args={["#fff8ee", "#d8c3a8", 1.9]} />
      <directionalLight
        key={reach}
        castShadow
        color="#fff0d8"
        intensity={2.6}
        position={[x + left * 30, y + up * 30, z + front * 30]}
        shadow-mapSize={[1024, 1024]}
        shadow-radius={4}
        shadow-bias={-0.0005}
        shadow-normalBias={0.03}
        shadow-camera-left={-reach}
        shadow-camera-right={reach}
        shadow-camera-top={reach}
        shadow-camera-bottom={-reach}
        shadow-camera-near={1}
        shadow-camera-far={100}
      />
      <directionalLight color="#e8eeff" intensity={1} position={[20, 7, 12]} />
      <directionalLight color="#fff4e4" intensity={1.3} position={[-4, 2, -20]} />
    </>
  );
}
