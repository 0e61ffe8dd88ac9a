/** What is searched for in the grid: a text in one column, or in all (null). */
export type Search = { find: string; column: number | null }

/** A text in pieces, each occurrence of what is searched for by itself. */
export function markedPieces(text: string, find: string): { text: string; isMatch: boolean }[] {
  if (find === '') return [{ text, isMatch: false }]
  return text
    .split(find)
    .flatMap((piece, i) => [
      ...(i > 0 ? [{ text: find, isMatch: true }] : []),
      ...(piece === '' ? [] : [{ text: piece, isMatch: false }]),
    ])
}
