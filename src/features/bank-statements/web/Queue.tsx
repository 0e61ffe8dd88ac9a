import { showDay } from '#shared/dates.ts'
import { formatInteger } from '#shared/money.ts'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconChevronLeft, IconChevronRight, IconCircleCheck, IconSearch } from '#web/ui/icons.ts'
import { IconCircle, IconCircleDot, IconEyeOff, IconPlayerPause } from '#web/ui/lazy-icons.ts'
import { type LineRow, movement, nameOfLine, nameOfTarget, type Statement } from './data.ts'
import { queueFilters, type QueueState } from './useQueue.ts'

const icons = { open: IconCircle, held: IconPlayerPause, matched: IconCircleCheck, ignored: IconEyeOff }

type QueueProps = {
  statement: Statement
  queue: QueueState
  current: number | undefined
  onOpen: (id: number) => void
}

/** The lines in statement order, each with its state; filters always keep the current line. */
export function Queue({ statement, queue, current, onOpen }: QueueProps) {
  const t = useText()
  const locale = useLocale()
  const { counts } = statement
  const tabs = {
    all: [t('bank_statements.all'), statement.lines],
    open: [t('bank_statements.open'), counts.open],
    held: [t('bank_statements.state.held'), counts.held],
    done: [t('bank_statements.done'), counts.matched + counts.ignored],
  } as const
  return (
    <section className="statement-queue" aria-label={t('bank_statements.queue')}>
      <div className="statement-filters">
        <div className="segmented" role="group" aria-label={t('list.view')}>
          {queueFilters.map((filter) => (
            <button
              key={filter}
              type="button"
              aria-pressed={queue.filter === filter}
              onClick={() => queue.setFilter(filter)}
            >
              {tabs[filter][0]} {formatInteger(tabs[filter][1], locale)}
            </button>
          ))}
        </div>
        <span className="statement-search">
          <IconSearch size={18} stroke={1.8} aria-hidden />
          <input
            className="input"
            type="search"
            value={queue.typed}
            aria-label={t('bank_statements.search_lines')}
            placeholder={t('bank_statements.search_lines')}
            onChange={(event) => queue.setTyped(event.target.value)}
          />
        </span>
      </div>
      {queue.error ? (
        <ListFailed error={queue.error} onRetry={() => void queue.refetch()} />
      ) : (
        <ol className="statement-lines">
          {queue.rows.map((line) => (
            <QueueLine key={line.id} line={line} isCurrent={line.id === current} onOpen={onOpen} />
          ))}
        </ol>
      )}
      {queue.count === 0 && <p className="muted statement-none">{t('bank_statements.none_match')}</p>}
      <div className="statement-queue-foot">{queue.pages > 1 ? <Steps queue={queue} /> : <KeyHints />}</div>
    </section>
  )
}

function QueueLine({
  line,
  isCurrent,
  onOpen,
}: {
  line: LineRow
  isCurrent: boolean
  onOpen: (id: number) => void
}) {
  const t = useText()
  const locale = useLocale()
  const Icon = isCurrent && line.state === 'open' ? IconCircleDot : icons[line.state]
  return (
    <li>
      <button
        type="button"
        data-state={line.state}
        aria-current={isCurrent || undefined}
        onClick={() => onOpen(line.id)}
      >
        <Icon size={18} stroke={1.8} aria-hidden />
        <span className="visually-hidden">{t(`bank_statements.state.${line.state}`)}</span>
        <span className="truncate statement-name">{nameOfLine(line, t)}</span>
        <span className="figures statement-amount">{movement(line.amount_cents, locale)}</span>
        <span className="truncate statement-sub">
          <SecondLine line={line} />
        </span>
        <span className="figures statement-day">{showDay(line.booked_on).slice(0, 6)}</span>
      </button>
    </li>
  )
}

/** The text of a line, or its decision. */
function SecondLine({ line }: { line: LineRow }) {
  const t = useText()
  if (line.state === 'held') return t('bank_statements.held_because', { reason: line.reason })
  if (line.state === 'ignored') return t('bank_statements.ignored_because', { reason: line.reason })
  if (line.state === 'open') return line.text || t('bank_statements.no_text')
  const [first, ...more] = line.parts
  const target = !first
    ? t('bank_statements.state.matched')
    : more.length > 0
      ? t('bank_statements.over_parts', { count: line.parts.length })
      : nameOfTarget(first, t)
  const by = line.is_auto ? t('bank_statements.automatic') : line.decided_by
  return by ? `${target} · ${by}` : target
}

function Steps({ queue }: { queue: QueueState }) {
  const t = useText()
  return (
    <>
      <IconButton
        icon={IconChevronLeft}
        label={t('list.previous_page')}
        aria-disabled={queue.page <= 1 || undefined}
        onClick={() => queue.page > 1 && queue.setPage(queue.page - 1)}
      />
      <span className="figures">
        {t('bank_statements.progress_short', { n: String(queue.page), m: String(queue.pages) })}
      </span>
      <IconButton
        icon={IconChevronRight}
        label={t('list.next_page')}
        aria-disabled={queue.page >= queue.pages || undefined}
        onClick={() => queue.page < queue.pages && queue.setPage(queue.page + 1)}
      />
    </>
  )
}

function KeyHints() {
  const t = useText()
  return (
    <span className="statement-keys" aria-hidden>
      <kbd className="kbd">J</kbd>
      <kbd className="kbd">K</kbd> {t('bank_statements.keys')}
      {' · '}
      <kbd className="kbd">1</kbd>
      <kbd className="kbd">2</kbd>
      <kbd className="kbd">3</kbd> {t('bank_statements.keys_choose')}
      {' · '}
      <kbd className="kbd">?</kbd> {t('bank_statements.keys_all')}
    </span>
  )
}
