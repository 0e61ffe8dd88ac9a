/** A cell of the file: text, or a number typed by the file itself (XLSX, JSON). Days are `YYYY-MM-DD`. */
export type Cell = string | number

/** A problem with a row's shape, so that nothing is padded or cut silently. */
export type RowProblem =
  | 'too_few_cells'
  | 'too_many_cells'
  | 'stray_quote'
  | 'several_recipients'
  | 'hidden_row'

/**
 * One row of a file; `line` is where it starts, counted from 1 (XLSX: the sheet's row, JSON: the grant's place);
 * `mended` when repairs changed it.
 */
export type SourceRow = { line: number; cells: Cell[]; problem?: RowProblem; mended?: true }

/** The header is searched in this many rows, because titles, remarks and account data may precede a table. */
export const headerWithin = 40
