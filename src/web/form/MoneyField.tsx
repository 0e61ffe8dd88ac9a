import { useState } from 'react'
import type { Locale } from '#shared/messages.ts'
import { formatEuro, parseAmount } from '#shared/money.ts'
import { useLocale } from '../texts.ts'
import { Field, type FieldProps } from './Field.tsx'

/** Cents; null while empty; NaN while what is typed is not an amount, for the form's validation to refuse. */
export type Cents = number | null

const plain = (cents: Cents, locale: Locale) =>
  cents === null || Number.isNaN(cents) ? '' : formatEuro(cents, locale).replace(/[€\s\u00a0\u202f]/g, '')

/** An amount in EUR, typed in the person's own notation (1,275.00 or 1.275,00), kept as cents. */
export function MoneyField(props: FieldProps<Cents>) {
  const locale = useLocale()
  const { name, value, onChange, required, disabled, readOnly } = props
  const [typed, setTyped] = useState<{ text: string; cents: Cents; locale: Locale }>()
  // What was typed stays as typed until the value or the language is changed from outside.
  const own = typed && Object.is(typed.cents, value) && typed.locale === locale
  const text = own ? typed.text : plain(value, locale)
  const change = (next: string) => {
    const cents = next.trim() === '' ? null : (parseAmount(next, locale) ?? Number.NaN)
    setTyped({ text: next, cents, locale })
    onChange(cents)
  }
  return (
    <Field {...props}>
      {(control) => (
        <span className="input-box">
          <input
            {...control}
            aria-labelledby={undefined}
            className="input money"
            name={name}
            value={text}
            inputMode="decimal"
            autoComplete="off"
            required={required}
            disabled={disabled}
            readOnly={readOnly}
            placeholder={props.placeholder}
            onChange={(event) => change(event.target.value)}
            onBlur={() => setTyped((now) => (Number.isNaN(now?.cents) ? now : undefined))}
          />
          <span className="input-unit" aria-hidden>
            €
          </span>
        </span>
      )}
    </Field>
  )
}
