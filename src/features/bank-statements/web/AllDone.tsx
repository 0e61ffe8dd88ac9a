import { useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '#web/texts.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import type { LineRow, Statement } from './data.ts'
import type { DecisionResult } from './useDecide.ts'
import { LastDecision } from './LastDecision.tsx'

type AllDoneProps = {
  statement: Statement
  last: LineRow | undefined
  takeFocus: () => boolean
  onDecided: (decided: DecisionResult) => Promise<void>
}

/** Shown when no line is left to decide; Enter opens the next statement, unless lines of this one are on hold. */
export function AllDone({ statement, last, takeFocus, onDecided }: AllDoneProps) {
  const t = useText()
  const { counts, lines, next_open } = statement
  const isWhole = counts.held === 0
  const place = useRef<HTMLDivElement>(null)
  const takeFocusNow = useEffectEvent(takeFocus)
  useEffect(() => {
    const wanted = isWhole && next_open ? 'a' : 'h2'
    // In the next frame, because a preceding dialog keeps the page inert until then.
    if (takeFocusNow())
      requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(wanted)?.focus())
  }, [isWhole, next_open])
  const title = !isWhole
    ? t('bank_statements.none_open')
    : next_open
      ? t('bank_statements.all_done', { n: lines })
      : t('bank_statements.all_done_last', { n: lines })
  return (
    <section className="statement-pane" ref={place}>
      <div className="statement-line statement-all-done">
        <h2 tabIndex={-1}>{title}</h2>
        <p className="muted">{t('bank_statements.outcome', counts)}</p>
        {next_open && (
          <LinkButton variant="primary" to={`/site-admin/bank-statement/${next_open.id}/`}>
            {t('bank_statements.open_next', { number: next_open.number })}
          </LinkButton>
        )}
      </div>
      {last && <LastDecision line={last} onDecided={onDecided} />}
    </section>
  )
}
