import { useEffect, useRef } from 'react'
import { formatEuro } from '#shared/money.ts'
import { MoneyField } from '#web/form/MoneyField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconPlus, IconTrash } from '#web/ui/icons.ts'
import { type NeedValue, totalOf } from './values.ts'
import './projects.css'

type NeedsFieldProps = {
  value: readonly NeedValue[]
  onChange: (needs: readonly NeedValue[]) => void
  /** Keyed by `needs.0.title` and `needs.0.amount_cents`. */
  errors: Partial<Record<string, string>>
  /** Read-only, because money has come in. */
  frozen?: boolean
}

export function NeedsField({ value, onChange, errors, frozen = false }: NeedsFieldProps) {
  const t = useText()
  const locale = useLocale()
  const list = useRef<HTMLDivElement>(null)
  const added = useRef(false)
  useEffect(() => {
    if (!added.current) return
    added.current = false
    list.current?.querySelector<HTMLElement>('.need:last-of-type input')?.focus()
  })
  const change = (at: number, part: Partial<NeedValue>) =>
    onChange(value.map((need, other) => (other === at ? { ...need, ...part } : need)))
  const remove = (at: number) => {
    onChange(value.filter((_need, other) => other !== at))
    // The button is removed with its row, so the focus moves to the button that adds one.
    list.current?.querySelector<HTMLElement>('.need-add')?.focus()
  }
  const add = () => {
    added.current = true
    onChange([...value, { key: `new-${Date.now()}-${value.length}`, title: '', amount_cents: null }])
  }
  return (
    <div className="needs" ref={list}>
      {frozen && <Callout tone="info">{t('errors.needs_frozen')}</Callout>}
      {value.length === 0 && <p className="small muted">{t('projects.no_needs')}</p>}
      {value.map((need, at) => (
        <div key={need.key} className="need" role="group" aria-label={t('projects.need', { number: at + 1 })}>
          <TextField
            name={`needs.${at}.title`}
            label={t('projects.need_title', { number: at + 1 })}
            value={need.title}
            readOnly={frozen}
            error={errors[`needs.${at}.title`]}
            onChange={(title) => change(at, { title })}
          />
          <MoneyField
            name={`needs.${at}.amount_cents`}
            label={t('projects.need_amount', { number: at + 1 })}
            value={need.amount_cents}
            readOnly={frozen}
            error={errors[`needs.${at}.amount_cents`]}
            onChange={(amount_cents) => change(at, { amount_cents })}
          />
          {!frozen && (
            <IconButton
              icon={IconTrash}
              label={t('actions.remove', { title: need.title || t('projects.need', { number: at + 1 }) })}
              onClick={() => remove(at)}
            />
          )}
        </div>
      ))}
      <div className="needs-foot">
        {!frozen && (
          <Button size="sm" icon={IconPlus} className="need-add" onClick={add}>
            {t('projects.add_need')}
          </Button>
        )}
        {value.length > 0 && (
          <span className="figures">
            {t('projects.total')} <strong>{formatEuro(totalOf(value), locale)}</strong>
          </span>
        )}
      </div>
    </div>
  )
}
