import { useMedia } from "./settings";

/** Phones, upright or in landscape: one thing at a time, panels as sheets. As in styles/table.css. */
const SHEETS = "(width < 46rem), ((height < 30rem) and (orientation: landscape))";

export const useSheets = (): boolean => useMedia(SHEETS);
