import type { FoundValue } from '#features/document-reading/findings.ts'
import { PdfPage } from '#web/pdf/PdfPage.tsx'
import { useText } from '#web/texts.ts'
import type { FoundItem } from '../found.ts'
import { type Pages, usePinch } from './usePages.ts'

type PagesViewProps = {
  pages: Pages
  onText: (page: number) => (layer: HTMLElement | undefined) => void
  items: readonly FoundItem[]
  chosen: FoundItem | undefined
  /** Text across each page of a document that is no longer valid. */
  mark?: string | undefined
}

/** The pages one below another, with markers at the found values. */
export function PagesView({ pages, onText, items, chosen, mark }: PagesViewProps) {
  const t = useText()
  const { pdf, box, scale } = pages
  usePinch(box, scale, pages.zoomTo)
  return (
    <div
      ref={box}
      className="viewer-pages"
      role="region"
      aria-label={t('viewer.pages')}
      tabIndex={0}
      data-scroller="pages"
      onScroll={pages.onScroll}
    >
      {numbers(pdf.pages).map((page) => (
        <PdfPage
          key={page}
          pdf={pdf}
          page={page}
          scale={scale}
          label={t('viewer.page_of', { n: page, m: pdf.pages })}
          withText
          onText={onText(page)}
        >
          {mark && (
            <span className="viewer-mark" aria-hidden>
              {mark}
            </span>
          )}
          {items.flatMap((item) =>
            (item.chosen ? [item.chosen] : item.candidates)
              .filter((found) => found.page === page)
              .map((found) => (
                <FoundPlace
                  key={`${item.field} ${found.value}`}
                  found={found}
                  number={item.number}
                  isChosen={item.field === chosen?.field}
                />
              )),
          )}
        </PdfPage>
      ))}
    </div>
  )
}

const percent = (part: number) => `${(part * 100).toFixed(3)}%`

/** The number links the marker to its entry in the list. */
function FoundPlace({ found, number, isChosen }: { found: FoundValue; number: number; isChosen: boolean }) {
  const { x, y, width, height } = found.place
  return (
    <span
      className="found-place"
      data-chosen={isChosen || undefined}
      data-side={x < 0.06 ? 'right' : undefined}
      style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
      aria-hidden
    >
      <span className="found-number">{number}</span>
    </span>
  )
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

export function Thumbnails({ pages }: { pages: Pages }) {
  const t = useText()
  const { pdf, page } = pages
  return (
    <nav className="viewer-thumbnails" aria-label={t('viewer.thumbnails')}>
      <ol>
        {numbers(pdf.pages).map((number) => (
          <li key={number}>
            <PdfPage pdf={pdf} page={number} scale={0.1} label="">
              <button
                type="button"
                aria-label={t('viewer.page', { n: number })}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => pages.show(number)}
              />
            </PdfPage>
            <span className="small muted figures" aria-hidden>
              {number}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
