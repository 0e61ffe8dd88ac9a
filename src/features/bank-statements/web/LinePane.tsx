import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { showInstant } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { MoneyFailure } from '#web/record/MoneyFailure.tsx'
import { q } from '#web/api.ts'
import { useShortcut } from '#web/shortcuts.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconArrowBackUp } from '#web/ui/lazy-icons.ts'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { type LineDetail, keyOfTarget, nameOfTarget } from './data.ts'
import { LineHead, type LineViewProps } from './LineHead.tsx'
import { LastDecision } from './LastDecision.tsx'
import { OpenLine } from './OpenLine.tsx'
import { useDecide } from './useDecide.ts'

type LineShownProps = LineViewProps & {
  id: number
  takeFocus: () => boolean
  onStep: (by: 1 | -1) => void
}

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
    // Focus that was in the replaced view moves to this heading instead of the page's start.
    const isLost = wasShown.current && document.activeElement === document.body
    wasShown.current = true
    // In the next frame, because a preceding dialog keeps the page inert until then.
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

/** A decided line with person, time and target; it can be undone or skipped. */
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
