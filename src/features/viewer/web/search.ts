import { foldForSearch } from '#shared/normalize.ts'

/** A position in a page's text runs. */
type TextPosition = { run: number; offset: number }
/** Position of a search hit: from a character of one run to the end of a character of another. */
export type Hit = { page: number; start: TextPosition; end: TextPosition }

/** All hits of a text on a page, ignoring case and accents; a hit may span several runs. */
export function hitsOn(page: number, runs: readonly string[], searched: string): Hit[] {
  const wanted = squeezed(foldForSearch(searched))
  if (wanted === '') return []
  let text = ''
  const places: TextPosition[] = []
  for (const [run, words] of runs.entries()) {
    for (let offset = 0; offset < words.length; offset++) {
      const folded = /\s/.test(words[offset]!) ? ' ' : foldForSearch(words[offset]!)
      if (folded === ' ' && (text === '' || text.endsWith(' '))) continue
      for (const sign of folded) {
        text += sign
        places.push({ run, offset })
      }
    }
  }
  const hits: Hit[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const end = places[at + wanted.length - 1]!
    hits.push({ page, start: places[at]!, end: { run: end.run, offset: end.offset + 1 } })
  }
  return hits
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The range of each hit in a page's text layer. */
export function rangesOf(layer: HTMLElement, hits: readonly Hit[]): Range[] {
  const runs = [...layer.querySelectorAll('span')].filter((span) => !span.classList.contains('markedContent'))
  return hits.flatMap(({ start, end }) => {
    const from = runs[start.run]?.firstChild
    const to = runs[end.run]?.firstChild
    if (!from || !to) return []
    const range = document.createRange()
    range.setStart(from, Math.min(start.offset, from.textContent!.length))
    range.setEnd(to, Math.min(end.offset, to.textContent!.length))
    return [range]
  })
}
