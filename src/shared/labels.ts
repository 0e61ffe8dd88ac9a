import type { TextKey, TextKeyUnder } from './text-keys.ts'

/** How loud a label is: only warning and danger get a strong fill (design: attention is filled, settled is quiet). */
export type Tone = 'success' | 'warning' | 'danger' | 'default' | 'info'

/** Texts that labels say. */
export type LabelKey = TextKeyUnder<'labels'>

/** A label before translation: the key of its text and its tone. */
export type Label = { text: LabelKey; tone: Tone }

/**
 * What a list cell holds: labels (none is the dash) or plain text. A label's `display` is the server's word and wins; a
 * `note` stands behind the labels in words, where there is room for it.
 */
export type Cell =
  | { labels: readonly { text: TextKey; tone: Tone; display?: string }[]; note?: string }
  | { text: string }

/** The words of a cell, for exports and the info modal: all labels, joined by a comma, and the note. */
export function textOfCell(cell: Cell, textOf: (key: TextKey) => string): string {
  if ('text' in cell) return cell.text || dash
  const words = cell.labels.map((label) => label.display ?? textOf(label.text)).join(', ') || dash
  return cell.note ? `${words}: ${cell.note}` : words
}

/** The dash that stands for "nothing to say" (spec §4). */
export const dash = '-'
