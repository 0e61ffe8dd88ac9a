import { showDay } from '#shared/dates.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { type LineDetail, type LineRow, movement, nameOfLine, type Statement } from './data.ts'
import { LineIban } from './LineIban.tsx'
import type { DecisionResult } from './useDecide.ts'

export type LineViewProps = {
  statement: Statement
  last: LineRow | undefined
  onDecided: (decided: DecisionResult) => Promise<void>
  onNext: (line: LineRow) => void
}

/** Number of payments shown before expanding. */
const fewPayments = 5

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
      {line.payments.length > 0 && (
        <details className="statement-payments" open={line.payments.length <= fewPayments}>
          <summary>
            {t('bank_statements.payments')} ({line.payments.length})
          </summary>
          <ol>
            {line.payments.map(({ name, text, amount_cents }, at) => (
              <li key={at}>
                <span>{[name, text].filter(Boolean).join(' · ')}</span>
                <span className="figures">{movement(amount_cents, locale)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
      {line.state === 'held' && (
        <Callout tone="warning">{t('bank_statements.held_because', { reason: line.reason })}</Callout>
      )}
    </>
  )
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // Splitting by a group puts the words at odd indexes and the text between them at even ones.
  return text
    .split(new RegExp(`(${escaped.toSorted((a, b) => b.length - a.length).join('|')})`))
    .map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece))
}
