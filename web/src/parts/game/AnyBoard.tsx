import { lazy, Suspense } from "react";
import { part } from "../../state/parts";
import { useSettings } from "../../state/settings";
import { Loading } from "../common/Loading";
import type { TextPlayProps } from "../text/TextPlay";
import { PlayBoard } from "./PlayBoard";

/** A board to play on: drawn, or told in words, as the reader wants it. */

const TextPlay = lazy(async () => ({
  default: (await part(() => import("../text/TextPlay"))).TextPlay,
}));

export function AnyBoard({ meant, commands, closed, ...board }: TextPlayProps) {
  const { text } = useSettings();
  if (!text) return <PlayBoard {...board} />;
  return (
    <Suspense fallback={<Loading />}>
      <TextPlay {...board} meant={meant} commands={commands} closed={closed} />
    </Suspense>
  );
}
