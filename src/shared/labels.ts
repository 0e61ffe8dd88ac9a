import type { TextKeyUnder } from './text-keys.ts'

/** How loud a label is: only warning and danger get a strong fill (design: attention is filled, settled is quiet). */
export type Tone = 'success' | 'warning' | 'danger' | 'default' | 'info'

/** Texts that labels say. */
export type LabelKey = TextKeyUnder<'labels'>

/** A label before translation: the key of its text and its tone. */
export type Label = { text: LabelKey; tone: Tone }

/** What a list cell holds: labels (none is the dash) or plain text. A label's `display` is the server's word and wins. */
export type Cell = { labels: (Label & { display?: string })[] } | { text: string }

/** The words of a cell, for exports and filter texts: all labels, joined by a comma. */
export function textOfCell(cell: Cell, textOf: (key: LabelKey) => string): string {
  if ('text' in cell) return cell.text || dash
  return cell.labels.map((label) => label.display ?? textOf(label.text)).join(', ') || dash
}

/** The dash that stands for "nothing to say" (spec §4). */
export const dash = '-'
