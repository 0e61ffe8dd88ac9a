/** A row of a refused file; `odd` is the place of the cell that it is refused for, from 0, where that is known. */
export type ExcerptRow = { line: number; cells: string[]; is_refused: boolean; odd: number | null }
