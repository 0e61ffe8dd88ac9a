import type { TextKey, TextKeyUnder } from './text-keys.ts'

/**
 * The prominence of a label: only warning and danger get a strong fill (design: attention is filled, settled is quiet).
 */
export type Tone = 'success' | 'warning' | 'danger' | 'default' | 'info'

export type LabelKey = TextKeyUnder<'labels'>

export type Label = { text: LabelKey; tone: Tone }

/**
 * Content of a list cell: labels (none is the dash) or plain text. A label's `display` is the server's text and takes
 * precedence; a `note` follows the labels as text, where there is room.
 */
export type Cell =
  | { labels: readonly { text: TextKey; tone: Tone; display?: string }[]; note?: string }
  | { text: string }

/** A cell as text, for exports and the info modal: all labels, joined by a comma, and the note. */
export function textOfCell(cell: Cell, textOf: (key: TextKey) => string): string {
  if ('text' in cell) return cell.text || dash
  const words = cell.labels.map((label) => label.display ?? textOf(label.text)).join(', ') || dash
  return cell.note ? `${words}: ${cell.note}` : words
}

/** The dash of an empty cell (spec §4). */
export const dash = '-'
