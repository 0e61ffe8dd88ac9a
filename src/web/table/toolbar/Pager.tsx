import { pageSizes } from '#shared/lists/list-declaration.ts'
import { type ReactNode, useId } from 'react'
import { useText } from '../../texts.ts'
import { useIsMobile } from '../../theme.ts'
import { useShortcut } from '../../shortcuts.ts'
import { IconButton } from '../../ui/Button.tsx'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '../../ui/icons.ts'
import '../list/table.css'

type PagerProps = {
  page: number
  pages: number
  pageSize: number
  /** Undefined until the first page is loaded: the bar keeps its height and stays empty. */
  count: number | undefined
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  /** The pointer or the focus approaches a page: preload it. */
  onAim: (page: number) => void
  /** Between the figures and the page links. */
  children?: ReactNode
}

/** "1–25 of 147", rows per page, and the pages: « ‹ 1 … 4 5 6 … 9 › ». */
export function Pager({ page, pages, pageSize, count, onPage, onPageSize, onAim, children }: PagerProps) {
  const t = useText()
  const mobile = useIsMobile()
  const sizeId = useId()
  const last = Math.max(1, pages)
  // Not `disabled`: a button that disables itself must not lose the focus.
  const aim = (target: number, off = false) => ({
    'aria-disabled': off || undefined,
    onPointerEnter: () => !off && onAim(target),
    onFocus: () => !off && onAim(target),
    onClick: () => !off && onPage(target),
  })
  useShortcut('n', () => page < last && onPage(page + 1))
  useShortcut('p', () => page > 1 && onPage(page - 1))
  return (
    <div className="pager">
      {count !== undefined && (
        <span className="figures">
          {t('list.range', {
            from: (page - 1) * pageSize + 1,
            to: Math.min(count, page * pageSize),
            total: count,
          })}
        </span>
      )}
      <label htmlFor={sizeId}>{t('list.rows_per_page')}</label>
      <select
        id={sizeId}
        className="select"
        value={pageSize}
        onChange={(event) => onPageSize(Number(event.target.value))}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
      {children}
      <nav aria-label={t('list.pagination')}>
        {!mobile && (
          <IconButton icon={IconChevronsLeft} label={t('list.first_page')} {...aim(1, page <= 1)} />
        )}
        <IconButton icon={IconChevronLeft} label={t('list.previous_page')} {...aim(page - 1, page <= 1)} />
        {(mobile ? fewPageNumbers : pageNumbers)(page, last).map((number, at) =>
          number === undefined ? (
            <span key={`gap${at}`} className="pager-gap" aria-hidden>
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className="pager-number"
              aria-label={t('list.page', { number: String(number) })}
              aria-current={number === page ? 'page' : undefined}
              {...aim(number)}
            >
              {number}
            </button>
          ),
        )}
        <IconButton icon={IconChevronRight} label={t('list.next_page')} {...aim(page + 1, page >= last)} />
        {!mobile && (
          <IconButton icon={IconChevronsRight} label={t('list.last_page')} {...aim(last, page >= last)} />
        )}
      </nav>
    </div>
  )
}

/** First and last page, the current one and its neighbours; undefined marks a gap. Up to 7 pages are all shown. */
export function pageNumbers(page: number, last: number): (number | undefined)[] {
  if (last <= 7) return Array.from({ length: last }, (_number, at) => at + 1)
  const from = Math.max(2, Math.min(page - 1, last - 4))
  const to = Math.min(last - 1, Math.max(page + 1, 5))
  const middle = Array.from({ length: to - from + 1 }, (_number, at) => from + at)
  return [1, ...(from > 2 ? [undefined] : []), ...middle, ...(to < last - 1 ? [undefined] : []), last]
}

/** The same for a phone, at most three numbers in one line: the ends are always included, so « and » are omitted. */
export function fewPageNumbers(page: number, last: number): (number | undefined)[] {
  if (last <= 4) return pageNumbers(page, last)
  const middle = Math.max(2, Math.min(page, last - 1))
  return [1, ...(middle > 2 ? [undefined] : []), middle, ...(middle < last - 1 ? [undefined] : []), last]
}
