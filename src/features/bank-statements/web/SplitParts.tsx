import { formatEuro } from '#shared/money.ts'
import { MoneyField } from '#web/form/MoneyField.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { IconPlus, IconX } from '#web/ui/icons.ts'
import type { LineRow } from './data.ts'
import { TargetField } from './Choices.tsx'
import { type DraftPart, leftOf, withNewPart } from './split.ts'

type SplitPartsProps = {
  line: Pick<LineRow, 'id' | 'amount_cents'>
  parts: readonly DraftPart[]
  onChange: (parts: DraftPart[]) => void
}

export function SplitParts({ line, parts, onChange }: SplitPartsProps) {
  const cents = line.amount_cents
  const t = useText()
  const locale = useLocale()
  const left = leftOf(cents, parts)
  const change = (key: number, to: Partial<DraftPart>) =>
    onChange(parts.map((part) => (part.key === key ? { ...part, ...to } : part)))
  return (
    <section className="statement-parts" aria-label={t('bank_statements.parts')}>
      <div className="statement-parts-head" aria-hidden>
        <span>{t('bank_statements.parts')}</span>
        <span>{t('bank_statements.part_type')}</span>
        <span>{t('bank_statements.part_amounts')}</span>
      </div>
      {parts.map(({ key, target, amount }, at) => (
        <div key={key} className="statement-part">
          <TargetField
            name={`part_target_${key}`}
            label={t('bank_statements.part_target', { n: at + 1 })}
            line={line}
            target={target}
            onChange={(to) => change(key, { target: to })}
          />
          <span className="statement-part-type">
            {target && (
              <>
                <span className="visually-hidden">{t('bank_statements.part_type')}: </span>
                {t(`bank_statements.target.${target.target_type}`)}
              </>
            )}
          </span>
          <MoneyField
            name={`part_amount_${key}`}
            label={t('bank_statements.part_amount', { n: at + 1 })}
            value={amount}
            onChange={(to) => change(key, { amount: to })}
          />
          <IconButton
            icon={IconX}
            label={t('bank_statements.remove_part', { n: at + 1 })}
            onClick={() => onChange(parts.filter((part) => part.key !== key))}
          />
        </div>
      ))}
      <div className="statement-parts-foot">
        <Button
          variant="quiet"
          size="sm"
          icon={IconPlus}
          disabled={parts.length >= 50}
          onClick={() => onChange(withNewPart(cents, parts))}
        >
          {t('bank_statements.add_part')}
        </Button>
        <span className="figures" data-tone={left === 0 ? undefined : 'warning'}>
          {t('bank_statements.left')} <strong className="strong">{formatEuro(left, locale)}</strong>
        </span>
      </div>
    </section>
  )
}
