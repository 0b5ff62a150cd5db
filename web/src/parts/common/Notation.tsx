/** A move's notation beside its words, small; who has the page read to them hears the words alone. */
export const Notation = ({ move }: { move: string }) => (
  <small className="notation-beside" aria-hidden="true">
    {move}
  </small>
);
