import { type RefObject, useRef, useState } from 'react'
import { useShortcut } from '#web/shortcuts.ts'
import { useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconChevronDown, IconSearch } from '#web/ui/icons.ts'
import {
  IconArrowAutofitWidth,
  IconChevronUp,
  IconLayoutSidebar,
  IconPrinter,
  IconZoomIn,
  IconZoomOut,
} from '#web/ui/lazy-icons.ts'
import type { Pages } from './usePages.ts'
import type { useSearch } from './useSearch.ts'

type Search = ReturnType<typeof useSearch>
type ViewerBarProps = {
  pages: Pages
  search: Search
  printing: boolean
  onPrint: () => void
  /** Shows or hides the thumbnails; absent in a narrow window. */
  thumbnails?: { shown: boolean; toggle: () => void } | undefined
}

/** Bar above the pages: page number, zoom, search and print. */
export function ViewerBar({ pages, search, printing, onPrint, thumbnails }: ViewerBarProps) {
  const t = useText()
  const { pdf, page, scale } = pages
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', () => field.current?.select())
  return (
    <div className="viewer-bar" role="toolbar" aria-label={t('viewer.bar')}>
      {thumbnails && (
        <IconButton
          icon={IconLayoutSidebar}
          label={t('viewer.thumbnails')}
          tinted={thumbnails.shown}
          aria-pressed={thumbnails.shown}
          onClick={thumbnails.toggle}
        />
      )}
      <span className="viewer-group">
        <IconButton
          icon={IconChevronUp}
          label={t('viewer.previous_page')}
          aria-disabled={page <= 1 || undefined}
          onClick={() => pages.show(page - 1)}
        />
        <span className="figures">{t('viewer.page_of', { n: page, m: pdf.pages })}</span>
        <IconButton
          icon={IconChevronDown}
          label={t('viewer.next_page')}
          aria-disabled={page >= pdf.pages || undefined}
          onClick={() => pages.show(page + 1)}
        />
      </span>
      <ZoomButtons pages={pages}>
        <span className="figures">{t('viewer.per_cent', { p: Math.round(scale * 100) })}</span>
      </ZoomButtons>
      <IconButton
        icon={IconArrowAutofitWidth}
        label={t('viewer.width')}
        tinted={pages.isWidth}
        aria-pressed={pages.isWidth}
        onClick={pages.fitWidth}
      />
      <SearchBox search={search} field={field} />
      <IconButton
        icon={IconPrinter}
        label={t('viewer.print')}
        aria-busy={printing || undefined}
        onClick={onPrint}
      />
    </div>
  )
}

export function ZoomButtons({ pages, children }: { pages: Pages; children?: React.ReactNode }) {
  const t = useText()
  return (
    <span className="viewer-group">
      <IconButton icon={IconZoomOut} label={t('viewer.zoom_out')} onClick={pages.zoomOut} />
      {children}
      <IconButton icon={IconZoomIn} label={t('viewer.zoom_in')} onClick={pages.zoomIn} />
    </span>
  )
}

type SearchBoxProps = { search: Search; field: RefObject<HTMLInputElement | null>; onClose?: () => void }

/** Searches the document; Enter goes to the next hit, Shift-Enter to the previous one. */
export function SearchBox({ search, field, onClose }: SearchBoxProps) {
  const t = useText()
  const { words, hits, at, isDone } = search
  const [focused, setFocused] = useState(false)
  const isAsked = words.trim() !== ''
  const said =
    hits.length > 0
      ? t('viewer.hits', { n: at + 1, m: hits.length })
      : isAsked && isDone
        ? t('viewer.no_hits')
        : ''
  return (
    <span className="viewer-search" role="search">
      <IconSearch size={16} stroke={1.8} aria-hidden />
      <input
        ref={field}
        type="search"
        className="input"
        aria-label={t('viewer.search')}
        placeholder={t('viewer.search')}
        value={words}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={(event) => search.setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            if (event.shiftKey) search.previous()
            else search.next()
          }
          if (event.key === 'Escape') {
            event.stopPropagation()
            search.setWords('')
            onClose?.()
            event.currentTarget.blur()
          }
        }}
      />
      <span className="small muted figures viewer-hits" aria-live="polite">
        {said}
      </span>
      {!focused && !isAsked && (
        <kbd className="kbd" aria-hidden>
          /
        </kbd>
      )}
    </span>
  )
}
