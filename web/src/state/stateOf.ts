import { type Dispatch, type SetStateAction, useState } from "react";

/** State that belongs to something, such as a position: whenever that changes, it begins anew. */
export function useStateOf<T>(owner: unknown, first: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState(first);
  const [known, setKnown] = useState(owner);
  if (known !== owner) {
    setKnown(() => owner);
    setValue(() => first);
  }
  return [value, setValue];
}
