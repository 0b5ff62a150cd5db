import { useCallback } from "react";
import { type Say, t } from "../../i18n";
import { announce, wordsFor } from "../../state/notices";
import { useStateOf } from "../../state/stateOf";
import type { MovesOrRefusal, Offer } from "../../wire";
import type { Picks } from "../game/usePicks";
import { begunCommand, type Commands, commandIn, plain, type Reply } from "./commands";

/** What is done with something typed: a question is answered, a move made, and a doubt asked about. */

export type Meant = (said: string) => Promise<MovesOrRefusal>;

/** Something that happens only when it is confirmed. */
export type Doubt = { question: string; go: () => Reply };

type TypingProps = {
  /** What a doubt belongs to: with the next position it is gone. */
  owner: unknown;
  offers: readonly Offer[] | null;
  say: Say;
  picks: Picks;
  commands: Commands;
  meant: Meant;
  /** Why nothing can be played though it is one's turn, if so. */
  closed: string;
  /** Tells what is on a cell, if a name of one was typed. */
  look: (typed: string) => string | null;
  /** Says that several moves fit. */
  which: (moves: readonly string[]) => string;
  choose: (number: number) => boolean;
};

const compact = (text: string) => plain(text).replaceAll(" ", "");

/** A cell by its name, or signs as moves are written with. */
const NAMED = /[a-z]\d|\W/;

export function useTyping(props: TypingProps) {
  const { owner, offers, say, picks, commands, meant, closed, look, which, choose } = props;
  const [doubt, setDoubt] = useStateOf<Doubt | null>(owner, null);

  const answer = async (typed: string, run: () => Reply) => {
    try {
      const reply = await run();
      if (reply) announce(reply, typed);
    } catch (error) {
      announce(wordsFor(error), typed);
    }
  };

  /** Confirms whatever is in doubt; whether there was anything. */
  const confirm = (): boolean => {
    if (doubt) void answer("", doubt.go);
    else if (picks.proposed) picks.play(picks.proposed.offer.move, picks.proposed.how);
    else return false;
    setDoubt(null);
    return true;
  };
  /** Takes back whatever is in doubt, or the last pick; whether there was anything. */
  const cancel = useCallback((): boolean => {
    setDoubt(null);
    picks.back();
    return doubt !== null || picks.proposed !== null || picks.picked.length > 0;
  }, [doubt, picks.back, picks.proposed, picks.picked, setDoubt]);

  const ask = (question: string, go: () => Reply) => {
    setDoubt({ question, go });
    return question;
  };

  const understand = (typed: string) => async () => {
    const { moves, refusal } = await meant(typed);
    const [only] = moves;
    if (refusal) return refusal.message;
    if (!only) return t("ear.noneSo", { said: typed });
    if (moves.length > 1) return which(moves);
    if (!offers) return closed || t("ear.noMoves");
    // Who names no place may not know that only one move fits: it is asked before it counts.
    picks.play(only, NAMED.test(compact(typed)) ? "sure" : "unsure");
    return undefined;
  };

  const type = (typed: string) => {
    if (!typed) return void confirm();
    const exact = offers?.find(
      ({ move, words }) => compact(move) === compact(typed) || plain(say(words)) === plain(typed),
    );
    const seen = look(typed);
    const command = commandIn(typed, commands);
    if (command?.name !== "yes" && command?.name !== "no") setDoubt(null);
    // A name of a cell is a question first, even where it is a move as well.
    if (seen) {
      announce(seen, typed);
      if (exact) picks.play(exact.move, "unsure");
    } else if (exact) picks.play(exact.move);
    else if (/^\d$/.test(typed) && choose(Number(typed))) return;
    else {
      const found = command ?? begunCommand(typed, commands);
      const run = found && commands[found.name];
      void answer(typed, run ? () => run(found.rest) : understand(typed));
    }
  };
  return { doubt, type, ask, confirm, cancel };
}
