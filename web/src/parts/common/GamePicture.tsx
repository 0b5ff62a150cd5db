import { placed } from "../../base";

/** A game's picture; a game without one shows the wood behind it. */
export function GamePicture({ game }: { game: string }) {
  return (
    <span className="game-picture">
      <img
        src={placed(`/pictures/${game}.webp`)}
        alt=""
        width="640"
        height="480"
        onError={({ currentTarget }) => {
          currentTarget.hidden = true;
        }}
      />
    </span>
  );
}
