import { useEffect, useMemo, useRef, useState } from 'react'
import type { Pdf } from '#web/pdf/load.ts'
import { useDebounced } from '#web/useDebounced.ts'
import { type Hit, hitsOn, rangesOf } from './search.ts'

/** Highlight names used in viewer.css: all hits, and the current one. */
const names = { all: 'pdf-hits', current: 'pdf-hit' }

/** Searches a PDF page by page and highlights hits on rendered pages. */
export function useSearch(pdf: Pdf, goTo: (page: number) => void) {
  const [words, setWords] = useState('')
  const searched = useDebounced(words, 150)
  const [found, setFound] = useState<{ searched: string; hits: Hit[]; done: boolean }>()
  const [shown, setShown] = useState({ searched: '', at: 0 })
  const layers = useRef(new Map<number, HTMLElement>())
  const [drawn, setDrawn] = useState(0)

  useEffect(() => {
    let gone = false
    const read = async () => {
      const hits: Hit[] = []
      for (let page = 1; page <= pdf.pages && !gone; page++) {
        // oxlint-disable-next-line no-await-in-loop -- the first hits are shown before the last page is read
        hits.push(...hitsOn(page, await pdf.runs(page).catch(() => []), searched))
        if (!gone) setFound({ searched, hits: [...hits], done: page === pdf.pages })
      }
    }
    if (searched.trim() !== '') void read()
    return () => void (gone = true)
  }, [pdf, searched])

  const hits = useMemo(() => (found?.searched === searched ? found.hits : []), [found, searched])
  // A new search starts at its first hit.
  const at = shown.searched === searched ? shown.at : 0
  const current = hits[at]
  useEffect(() => mark(layers.current, hits, current), [hits, current, drawn])
  useEffect(() => () => mark(new Map(), [], undefined), [])
  const firstPage = hits[0]?.page
  const show = useRef(goTo)
  useEffect(() => void (show.current = goTo))
  useEffect(() => {
    // Later hits do not change the page.
    if (firstPage !== undefined) show.current(firstPage)
  }, [firstPage, searched])

  const step = (by: 1 | -1) => {
    // Until the last letters have been searched, Enter would step through the hits of the text before them.
    if (hits.length === 0 || searched !== words) return
    const next = (at + by + hits.length) % hits.length
    setShown({ searched, at: next })
    show.current(hits[next]!.page)
    const layer = layers.current.get(hits[next]!.page)
    const range = layer && rangesOf(layer, [hits[next]!])[0]
    range?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'center' })
  }
  return {
    words,
    setWords,
    hits,
    at,
    isDone: found?.searched === searched && found.done,
    next: () => step(1),
    previous: () => step(-1),
    /** Called when text layers appear or disappear. */
    onText: (page: number) => (layer: HTMLElement | undefined) => {
      if (layer) layers.current.set(page, layer)
      else layers.current.delete(page)
      setDrawn((count) => count + 1)
    },
  }
}

function mark(
  layers: ReadonlyMap<number, HTMLElement>,
  hits: readonly Hit[],
  current: Hit | undefined,
): void {
  // Browsers without the Highlight API count hits and show their page without highlighting.
  if (typeof Highlight === 'undefined') return
  const all = [...layers].flatMap(([page, layer]) =>
    rangesOf(
      layer,
      hits.filter((hit) => hit.page === page && hit !== current),
    ),
  )
  const layer = current && layers.get(current.page)
  CSS.highlights.set(names.all, new Highlight(...all))
  CSS.highlights.set(names.current, new Highlight(...(layer ? rangesOf(layer, [current]) : [])))
}
