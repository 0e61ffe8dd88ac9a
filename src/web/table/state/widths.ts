import type { ColumnKind } from '#shared/lists/list-record.ts'

/**
 * Widths of a column in px by its kind: the minimum when room is short (text wraps, figures do not), and the usual
 * width. Only titles and free text take more.
 */
const byKind: Record<ColumnKind, { least: number; usual: number }> = {
  text: { least: 92, usual: 148 },
  number: { least: 64, usual: 84 },
  EUR: { least: 84, usual: 124 },
  day: { least: 88, usual: 108 },
  instant: { least: 128, usual: 148 },
}
/** Comfortable width for titles and free text. */
const ofTitle = 480
const ofWords = 360
/** Selection, number and actions of a row; no list is narrower than its toolbar. */
const widthBesideTitle = 220
const minTableWidth = 1040

/** The widths of a column from its kind and its optional own minimum. */
export const widthsOf = (kind: ColumnKind, own: number = byKind[kind].least) => ({
  width: own,
  usual: Math.max(own, byKind[kind].usual),
})

type Sized = { width?: number; usual?: number; grow?: true }

/** Maximum width of a list, so that few columns do not lie far apart on a wide page. */
export const widestOf = (columns: readonly Sized[]): number =>
  Math.max(
    minTableWidth,
    columns.reduce(
      (sum, { grow, usual, width }) => sum + (grow ? ofWords : (usual ?? width ?? byKind.text.usual)),
      ofTitle + widthBesideTitle,
    ),
  )

/** The same for a short table, whose first column names the row; `end` columns are figures. */
export const widestShort = (columns: readonly { end?: boolean }[]): number =>
  columns.slice(1).reduce((sum, { end }) => sum + (end ? 150 : 240), 400 + 110)
