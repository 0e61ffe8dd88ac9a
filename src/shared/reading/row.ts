/** A cell as the file has it: text, or a number that the file itself types as one (XLSX, JSON). Days are `YYYY-MM-DD`. */
export type Cell = string | number

/** What is odd about a row's shape, so that nothing is padded or cut without a word. */
export type RowProblem =
  | 'too_few_cells'
  | 'too_many_cells'
  | 'stray_quote'
  | 'several_recipients'
  | 'hidden_row'

/**
 * One row of a file; `line` is where it starts, counted from 1 (XLSX: the sheet's row, JSON: the grant's place); `mended` where a
 * person's repairs changed it.
 */
export type SourceRow = { line: number; cells: Cell[]; problem?: RowProblem; mended?: true }

/** Titles, remarks and what a bank says of an account may stand above a table: its header is looked for in so many rows. */
export const headerWithin = 40
