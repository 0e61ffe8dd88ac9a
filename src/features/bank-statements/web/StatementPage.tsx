import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { q } from '#web/api.ts'
import { download } from '#web/download.ts'
import { BackLink } from '#web/record/RecordPage.tsx'
import { ExportButton } from '#web/table/toolbar/ExportButton.tsx'
import { useAllowed, useProfile } from '#web/profile.tsx'
import { changeSearch } from '#web/router/navigate.ts'
import { useLocation, usePageParams } from '#web/router/page.ts'
import { markStale } from '#web/stale.ts'
import { useIsMobile, usePageTitle } from '#web/theme.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { formatInteger } from '#shared/money.ts'
import { seesDonors } from '#shared/personal-data.ts'
import { hideableColumns } from '#shared/lists/list-record.ts'
import { lineList } from '../table.ts'
import { AllDone } from './AllDone.tsx'
import { breakText } from './break-text.ts'
import { LineShown } from './LinePane.tsx'
import type { DecisionResult } from './useDecide.ts'
import { doneOf, type LineRow, movement, nameOfLine, type Statement } from './data.ts'
import { Queue } from './Queue.tsx'
import { ReconciliationBar } from './ReconciliationBar.tsx'
import { nextAfter, type QueueState, useQueue } from './useQueue.ts'
import './statements.css'

export function StatementPage() {
  const id = Number(usePageParams('/site-admin/bank-statement/:id/').id)
  const { data, error, refetch } = useQuery(q('GET /api/v4/bank-statements/:id/', { params: { id } }))
  if (!data)
    return error ? <ErrorPanel asPage error={error} onRetry={() => void refetch()} /> : <PageLoading />
  return <OneStatement key={id} statement={data} />
}

function OneStatement({ statement }: { statement: Statement }) {
  const t = useText()
  const locale = useLocale()
  const mobile = useIsMobile()
  const queue = useQueue(statement.id)
  const { search } = useLocation()
  const [last, setLast] = useState<LineRow>()
  const [said, setSaid] = useState('')
  const [showsQueue, setShowsQueue] = useState(false)
  // After a decision, the next heading takes the focus.
  const takesFocus = useRef(false)
  const takeFocus = () => {
    const due = takesFocus.current
    takesFocus.current = false
    return due
  }
  const title = t('bank_statements.one', { number: statement.number })
  usePageTitle(title)
  const done = doneOf(statement)
  // Keeps the first open line on screen when somebody else decides it.
  const [first, setFirst] = useState<number>()
  if (first === undefined && queue.firstOpen !== undefined) setFirst(queue.firstOpen)
  const current = search.line === undefined ? first : Number(search.line)
  const open = (line: number | undefined, options: { focus?: boolean; replace?: boolean } = {}) => {
    takesFocus.current = options.focus === true
    setShowsQueue(false)
    if (line === undefined) setFirst(undefined)
    changeSearch((now) => ({ ...now, line }), { replace: options.replace })
  }
  const next = async (line: LineRow) => {
    const found = await nextAfter(line, queue.rows)
    if (!found) await markStale('bank_statement')
    open(found?.id, { focus: true, replace: true })
    return found
  }
  const onDecided = async ({ line, before, what }: DecisionResult) => {
    setLast(line.state === 'open' ? undefined : line)
    const change = Number(isDone(line)) - Number(isDone(before))
    const words = {
      done: t(what),
      progress: t('bank_statements.progress', { n: done + change, m: statement.lines }),
    }
    const found = line.state === 'open' ? undefined : await next(line)
    if (line.state === 'open') open(line.id, { focus: true, replace: true })
    setSaid(
      found
        ? t('bank_statements.said', {
            ...words,
            name: nameOfLine(found, t),
            amount: movement(found.amount_cents, locale),
          })
        : t('bank_statements.said_last', words),
    )
  }
  const progress = t('bank_statements.progress', { n: done, m: statement.lines })
  const queueShown = !mobile || showsQueue
  return (
    <div className="record statement">
      <header className="record-head statement-head">
        <div>
          <BackLink to="/site-admin/bank-statements/" text={t('bank_statements.title')} />
          <h1 tabIndex={-1}>
            {title}
            {!mobile && ` · ${statement.account.title} ${statement.account.iban}`}
          </h1>
        </div>
        <div className="statement-progress">
          <span className="statement-bar" aria-hidden>
            <span style={{ inlineSize: `${(100 * done) / Math.max(1, statement.lines)}%` }} />
          </span>
          {mobile ? (
            <Button
              size="sm"
              aria-expanded={showsQueue}
              aria-label={t('bank_statements.show_lines', { progress })}
              onClick={() => setShowsQueue(!showsQueue)}
            >
              {t('bank_statements.progress_short', {
                n: formatInteger(done, locale),
                m: formatInteger(statement.lines, locale),
              })}
            </Button>
          ) : (
            <strong className="strong figures">{progress}</strong>
          )}
          {!mobile && <OriginalButton statement={statement} />}
          {!mobile && (
            <ExportButton
              route="GET /api/v4/bank-statements/:id/transactions/export/"
              params={{ id: String(statement.id) }}
              list={{ query: queue.narrowed, visibleColumns: hideableColumns(lineList) }}
            />
          )}
        </div>
      </header>
      <div className="visually-hidden" aria-live="polite">
        {said}
      </div>
      {statement.is_day_report && (
        <div className="record-callout">
          <Callout>{t('bank_statements.day_report')}</Callout>
        </div>
      )}
      {statement.break && (
        <div className="record-callout">
          <Callout tone="warning">{breakText(statement.break, t, locale)}</Callout>
        </div>
      )}
      {queueShown && <ReconciliationBar statement={statement} />}
      <div className="statement-body">
        {queueShown && <Queue statement={statement} queue={queue} current={current} onOpen={open} />}
        {(!mobile || !showsQueue) && (
          <Pane
            {...{ statement, queue, current, last, takeFocus, onDecided, open }}
            onNext={(line) => void next(line)}
          />
        )}
      </div>
    </div>
  )
}

/** The bank's original file, for people who may see payers unmasked. */
function OriginalButton({ statement: { id, original } }: { statement: Statement }) {
  const t = useText()
  const allowed = useAllowed()
  const profile = useProfile()
  const may =
    allowed('export_data') &&
    allowed('change_bank_statements') &&
    profile !== undefined &&
    seesDonors(profile)
  if (!original || !may) return null
  return (
    <Button
      size="sm"
      title={`${original.filename}, SHA-256 ${original.sha256}`}
      onClick={() => void download('GET /api/v4/bank-statements/:id/file/', { params: { id } })}
    >
      {t('bank_statements.original')}
    </Button>
  )
}

const isDone = ({ state }: Pick<LineRow, 'state'>) => state === 'matched' || state === 'ignored'

type PaneProps = {
  statement: Statement
  queue: QueueState
  current: number | undefined
  last: LineRow | undefined
  takeFocus: () => boolean
  onDecided: (decided: DecisionResult) => Promise<void>
  onNext: (line: LineRow) => void
  open: (line: number | undefined) => void
}

function Pane({ statement, queue, current, last, takeFocus, onDecided, onNext, open }: PaneProps) {
  if (current === undefined)
    return queue.isKnown ? (
      <AllDone statement={statement} last={last} takeFocus={takeFocus} onDecided={onDecided} />
    ) : (
      <PageLoading />
    )
  const step = (by: 1 | -1) => {
    const at = queue.rows.findIndex(({ id }) => id === current)
    const next = queue.rows[at === -1 ? 0 : at + by]
    if (next) open(next.id)
  }
  return (
    <LineShown
      id={current}
      statement={statement}
      last={last}
      takeFocus={takeFocus}
      onDecided={onDecided}
      onNext={onNext}
      onStep={step}
    />
  )
}
