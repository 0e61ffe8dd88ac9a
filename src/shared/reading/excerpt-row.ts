/** A row of a refused file; `odd` is the index of the offending cell, if known. */
export type ExcerptRow = { line: number; cells: string[]; is_refused: boolean; odd: number | null }
