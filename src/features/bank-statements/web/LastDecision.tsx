import { formatEuro } from '#shared/money.ts'
import { MoneyFailure } from '#web/record/MoneyFailure.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { useShortcut } from '#web/shortcuts.ts'
import { IconCircleCheck } from '#web/ui/icons.ts'
import { IconArrowBackUp } from '#web/ui/lazy-icons.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { type LineRow, nameOfLine, nameOfTarget } from './data.ts'
import { type DecisionResult, useDecide } from './useDecide.ts'

type LastDecisionProps = { line: LineRow; onDecided: (decided: DecisionResult) => Promise<void> }

export function LastDecision({ line, onDecided }: LastDecisionProps) {
  const t = useText()
  const locale = useLocale()
  const { decide, running, failure } = useDecide(onDecided)
  const undo = () => void decide(line, { act: 'undo' })
  useShortcut('u', undo)
  const [first, ...more] = line.parts
  const target = !first
    ? t(`bank_statements.state.${line.state}`)
    : more.length > 0
      ? t('bank_statements.over_parts', { count: line.parts.length })
      : nameOfTarget(first, t)
  return (
    <div className="statement-last">
      {failure && <MoneyFailure error={failure.error} />}
      <div className="statement-last-line">
        <IconCircleCheck size={16} stroke={1.8} aria-hidden />
        <span>
          {t('bank_statements.last', {
            line: line.position,
            name: nameOfLine(line, t),
            amount: formatEuro(line.amount_cents, locale),
            target,
          })}
        </span>
        <PermissionButton
          permission="change_bank_statements"
          variant="quiet"
          size="sm"
          aria-keyshortcuts="u"
          data-key="U"
          icon={IconArrowBackUp}
          loading={running !== undefined}
          onClick={undo}
        >
          {t('actions.undo')}
        </PermissionButton>
      </div>
    </div>
  )
}
