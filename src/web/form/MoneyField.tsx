import { useState } from 'react'
import type { Locale } from '#shared/messages.ts'
import { parseAmount, formatAmountInput } from '#shared/money.ts'
import { useLocale, useText } from '../texts.ts'
import { Field, type FieldProps } from './Field.tsx'

/** Cents; null while empty; NaN for invalid text, which the form's validation refuses. */
export type Cents = number | null

/**
 * An amount in EUR, typed in the person's own notation (1,275.00 or 1.275,00), stored as cents. On blur it is
 * formatted; invalid or ambiguous text stays as typed and is refused under the field.
 */
export function MoneyField(props: FieldProps<Cents>) {
  const t = useText()
  const locale = useLocale()
  const { name, value, onChange, required, disabled, readOnly } = props
  const [typed, setTyped] = useState<{ text: string; cents: Cents; locale: Locale }>()
  const [left, setLeft] = useState(false)
  // The typed text stays until the value or the language changes from outside.
  const own = typed && Object.is(typed.cents, value) && typed.locale === locale
  const text = own
    ? typed.text
    : value === null || Number.isNaN(value)
      ? ''
      : formatAmountInput(value, locale)
  const change = (next: string) => {
    const cents = next.trim() === '' ? null : (parseAmount(next, locale) ?? Number.NaN)
    setTyped({ text: next, cents, locale })
    setLeft(false)
    onChange(cents)
  }
  const unreadable = Number.isNaN(value) && (left || props.error !== undefined)
  const error = unreadable
    ? t('form.amount_unclear', { example: formatAmountInput(123_456, locale) })
    : props.error
  return (
    <Field {...props} error={error}>
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
            onBlur={() => {
              setLeft(true)
              setTyped((now) => (Number.isNaN(now?.cents) ? now : undefined))
            }}
          />
          <span className="input-unit" aria-hidden>
            €
          </span>
        </span>
      )}
    </Field>
  )
}
