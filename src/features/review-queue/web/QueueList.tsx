import { visible } from '#shared/text-direction.ts'
import { reviewOutcome } from '#shared/statuses.ts'
import { useText } from '#web/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { IconCheck, IconClock, IconX } from '#web/ui/icons.ts'
import { useRef, useState } from 'react'
import type { Answer } from '#web/api.ts'
import { outcomeWord } from './decision-words.ts'
import { daysSince } from './RecordView.tsx'
import type { Mark, OpenedQueue, Outcome } from './review-session.ts'
import type { ReviewSession } from './useReviewSession.ts'

type Row = Answer<'GET /api/v4/reviews/queue/rows/'>['results'][number]
type QueueListProps = {
  opened: OpenedQueue
  session: ReviewSession
  rows: readonly Row[]
  more: number
  onFold: () => void
}

const shownDecided = 2

/** The queue beside the record: the last decisions, then open projects. It is one tab stop; arrow keys move within it. */
export function QueueList({ opened, session, rows, more, onFold }: QueueListProps) {
  const t = useText()
  const box = useRef<HTMLElement>(null)
  const [all, setAll] = useState(false)
  const isDone = (row: Row) => row.decided !== null || typeof session.marks[row.slug] === 'object'
  const decided = rows.filter(isDone)
  const open = rows.filter((row) => !isDone(row))
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    const items = [...(box.current?.querySelectorAll<HTMLButtonElement>('.rq-item') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLButtonElement)
    event.preventDefault()
    items[Math.max(0, Math.min(items.length - 1, at + step))]?.focus()
  }
  const item = (row: Row) => (
    <li key={row.slug}>
      <Item
        row={row}
        mark={session.marks[row.slug]}
        kind={opened.kind}
        isCurrent={row.slug === session.slug}
        overdueAfter={opened.days_until_overdue}
        onOpen={() => session.show(row.slug)}
      />
    </li>
  )
  return (
    <nav className="rq-list" ref={box} aria-label={t('review_queue.list')} onKeyDown={onKeyDown}>
      <div className="rq-rows">
        {decided.length > 0 && (
          <>
            <p className="rq-list-head">
              <span>
                {t('review_queue.decided')} {decided.length}
              </span>
              {decided.length > shownDecided && !all && (
                <button type="button" className="link-button" onClick={() => setAll(true)}>
                  {t('review_queue.show_all')}
                </button>
              )}
            </p>
            <ul>{decided.slice(all ? 0 : -shownDecided).map(item)}</ul>
          </>
        )}
        <p className="rq-list-head">
          {t('review_queue.open')} {open.length + Math.max(0, more)}
        </p>
        <ul>{open.map(item)}</ul>
        {session.comeIn.length > 0 && (
          <button type="button" className="link-button rq-come-in" onClick={session.takeComeIn}>
            {t('review_queue.come_in', { count: session.comeIn.length })}
          </button>
        )}
      </div>
      <p className="rq-list-foot">
        {more > 0 ? <span>{t('review_queue.more', { count: more })}</span> : <span />}
        <button type="button" className="link-button" onClick={onFold}>
          {t('review_queue.fold')} <kbd className="kbd">L</kbd>
        </button>
      </p>
    </nav>
  )
}

type ItemProps = {
  row: Row
  mark: Mark | undefined
  kind: OpenedQueue['kind']
  isCurrent: boolean
  overdueAfter: number
  onOpen: () => void
}

function Item({ row, mark, kind, isCurrent, overdueAfter, onOpen }: ItemProps) {
  const t = useText()
  const outcome = typeof mark === 'object' ? mark.outcome : row.decided?.outcome.choice
  const days = row.waiting_since === null ? undefined : daysSince(row.waiting_since)
  return (
    <button
      type="button"
      className="rq-item"
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isCurrent || undefined}
      data-taken={row.taken !== null || undefined}
      onClick={onOpen}
    >
      <span className="rq-item-text">
        <span className="strong truncate">{visible(row.title)}</span>
        <span className="caption muted truncate">
          {row.taken ? t('review_queue.taken_by', { name: row.taken.name }) : visible(row.organization)}
        </span>
      </span>
      {outcome ? (
        <span className="rq-outcome" data-outcome={outcome}>
          {outcome === reviewOutcome.rejected ? (
            <IconX size={18} stroke={2} aria-hidden />
          ) : (
            <IconCheck size={18} stroke={2} aria-hidden />
          )}
          <span className="visually-hidden">{outcomeWord(kind, outcome as Outcome, t)}</span>
        </span>
      ) : row.taken ? (
        <Avatar name={row.taken.name} />
      ) : mark === 'asked' || mark === 'skipped' || mark === 'handed_over' ? (
        <span className="caption muted" title={t(`review_queue.${mark}`)}>
          <IconClock size={16} stroke={1.8} aria-hidden />
          <span className="visually-hidden">{t(`review_queue.${mark}`)}</span>
        </span>
      ) : (
        days !== undefined && (
          <span className={`caption ${days > overdueAfter ? 'rq-overdue' : 'muted'}`}>
            {t('review_queue.days', { count: days })}
          </span>
        )
      )}
    </button>
  )
}
