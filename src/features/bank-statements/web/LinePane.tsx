import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { showDay, showInstant } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { MoneyFailure } from '#web/record/MoneyFailure.tsx'
import { q } from '#web/api.ts'
import { useShortcut } from '#web/shortcuts.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconArrowBackUp } from '#web/ui/later-icons.ts'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import {
  type LineDetail,
  type LineRow,
  keyOfTarget,
  movement,
  nameOfLine,
  nameOfTarget,
  type Statement,
} from './data.ts'
import { LineIban } from './LineIban.tsx'
import { LastDecision } from './LastDecision.tsx'
import { OpenLine } from './OpenLine.tsx'
import { type Decided, useDecide } from './useDecide.ts'

export type { Decided } from './useDecide.ts'

/** What every view of a line gets from its page. */
export type LineViewProps = {
  statement: Statement
  last: LineRow | undefined
  onDecided: (decided: Decided) => Promise<void>
  onNext: (line: LineRow) => void
}
type LineShownProps = LineViewProps & {
  id: number
  takeFocus: () => boolean
  onStep: (by: 1 | -1) => void
}

/** The line that is worked on: to be decided, or decided already. */
export function LineShown({ id, takeFocus, onStep, ...props }: LineShownProps) {
  const { data, error, refetch } = useQuery(q('GET /api/v4/bank-transactions/:id/', { params: { id } }))
  useShortcut('j', () => onStep(1))
  useShortcut('k', () => onStep(-1))
  const place = useRef<HTMLElement>(null)
  const version = data?.version
  const takeFocusNow = useEffectEvent(takeFocus)
  const wasShown = useRef(false)
  useEffect(() => {
    if (version === undefined) return
    // Who was in the view that this one replaces goes on at its heading, not at the page's very start.
    const isLost = wasShown.current && document.activeElement === document.body
    wasShown.current = true
    // In the next frame: a dialog that led here leaves the page inert until then.
    if (takeFocusNow() || isLost) requestAnimationFrame(() => place.current?.querySelector('h2')?.focus())
  }, [id, version])
  const canDecide = data?.state === 'open' || data?.state === 'held'
  return (
    <section className="statement-pane" ref={place}>
      {!data &&
        (error ? <ErrorPanel isPart error={error} onRetry={() => void refetch()} /> : <PageLoading />)}
      {data && canDecide && <OpenLine key={`${data.id} ${data.version}`} line={data} {...props} />}
      {data && !canDecide && <DoneLine key={`${data.id} ${data.version}`} line={data} {...props} />}
    </section>
  )
}

/** Name, amount, days and the text as the bank sent it, what was recognized in it marked. */
export function LineHead({ line }: { line: LineDetail }) {
  const t = useText()
  const locale = useLocale()
  const facts = t('bank_statements.facts', {
    booked: showDay(line.booked_on),
    valued: showDay(line.valued_on),
    line: line.position,
  })
  return (
    <>
      <div className="statement-line-head">
        <div>
          <h2 tabIndex={-1}>{nameOfLine(line, t)}</h2>
          <p className="caption muted figures">
            {line.iban && <LineIban line={line} />}
            {facts}
          </p>
        </div>
        <span className="figures statement-line-amount">{movement(line.amount_cents, locale)}</span>
      </div>
      <p className="statement-text">
        <Marked text={line.text || t('bank_statements.no_text')} words={line.recognized} />
      </p>
      {line.state === 'held' && (
        <Callout tone="warning">{t('bank_statements.held_because', { reason: line.reason })}</Callout>
      )}
    </>
  )
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // Splitting by a group gives what lies between at even and the words at odd places.
  return text
    .split(new RegExp(`(${escaped.toSorted((a, b) => b.length - a.length).join('|')})`))
    .map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece))
}

/** A line that is done: who, when, where it went; to be undone, or left for the next one. */
function DoneLine({ line, last, onDecided, onNext }: LineViewProps & { line: LineDetail }) {
  const t = useText()
  const locale = useLocale()
  const { decide, running, failure } = useDecide(onDecided)
  const undo = () => void decide(line, { act: 'undo' })
  const time = line.decided_at ? showInstant(line.decided_at) : ''
  useShortcut('u', undo)
  useShortcut('m', () => onNext(line))
  return (
    <>
      <div className="statement-line">
        <LineHead line={line} />
        <p>
          {line.is_auto
            ? t('bank_statements.decided_auto', { time })
            : t('bank_statements.decided', {
                state: t(`bank_statements.state.${line.state}`),
                person: line.decided_by ?? '',
                time,
              })}
        </p>
        {line.state === 'ignored' && <p>{t('bank_statements.ignored_because', { reason: line.reason })}</p>}
        {line.parts.length > 0 && (
          <ul className="statement-done-parts" aria-label={t('bank_statements.parts')}>
            {line.parts.map((part) => (
              <li key={keyOfTarget(part)}>
                <span>{nameOfTarget(part, t)}</span>
                <span className="figures strong">{formatEuro(part.amount_cents, locale)}</span>
              </li>
            ))}
          </ul>
        )}
        {failure && <MoneyFailure error={failure.error} />}
      </div>
      {last && last.id !== line.id && <LastDecision line={last} onDecided={onDecided} />}
      <div className="statement-acts">
        <Button variant="primary" onClick={() => onNext(line)}>
          {t('bank_statements.next')}
        </Button>
        <PermissionButton
          permission="change_bank_statements"
          icon={IconArrowBackUp}
          loading={running !== undefined}
          onClick={undo}
        >
          {t('actions.undo')}
        </PermissionButton>
      </div>
    </>
  )
}
