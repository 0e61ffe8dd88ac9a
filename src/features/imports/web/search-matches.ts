/** A search in the grid: a text in one column, or in all (null). */
export type Search = { find: string; column: number | null }

/** Splits a text so that each search match is a piece of its own. */
export function markedPieces(text: string, find: string): { text: string; isMatch: boolean }[] {
  if (find === '') return [{ text, isMatch: false }]
  return text
    .split(find)
    .flatMap((piece, i) => [
      ...(i > 0 ? [{ text: find, isMatch: true }] : []),
      ...(piece === '' ? [] : [{ text: piece, isMatch: false }]),
    ])
}
