import { useState } from 'react'
import { formatEuro, formatInteger } from '#shared/money.ts'
import type { Permission } from '#shared/permissions.ts'
import { TextField } from '#web/form/TextField.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { useAllowed } from '#web/profile.tsx'
import { useSecondPerson } from '#web/record/second-person.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { isTypedSum } from '../confirm.ts'
import { sumToType } from '../work-rules.ts'
import type { Import } from './data.ts'
import { useOpenQuestionTexts } from './questions.ts'

type ConfirmSectionProps = {
  data: Import
  booking: boolean
  onBook: (expected: { gifts: number; cents: number; taken_cents: number }) => void
}

/** The amounts that a run books into the ledger, and its button; above the limit, the person types the sum first. */
export function ConfirmSection({ data, booking, onBook }: ConfirmSectionProps) {
  const t = useText()
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const { confirm } = data
  const allowed = useAllowed()
  const questions = useOpenQuestionTexts(data)
  const { this_year_cents = 0, taken_this_year_cents = 0 } = confirm ?? {}
  const amount_cents = this_year_cents + taken_this_year_cents
  const second = useSecondPerson(amount_cents > 0 ? { act: 'import_gifts', amount_cents } : undefined)
  const required: Permission[] = [
    ...(this_year_cents > 0 ? (['create_private_donations'] as const) : []),
    ...(taken_this_year_cents > 0 ? (['change_private_donations'] as const) : []),
  ]
  const missing = required.find((permission) => !allowed(permission))
  const waits = questions.length > 0 && (data.options.partial || data.counts?.refused === 0)
  if (data.state !== 'checked' || !(data.can_run || waits) || !confirm) return null
  const { gifts, cents, taken_cents, is_typed, from_cents } = confirm
  const toType = sumToType(confirm)
  const taken = formatEuro(taken_cents, locale)
  const n = formatInteger(gifts, locale)
  const sum = formatEuro(cents, locale)
  const [what, book] =
    gifts === 0
      ? taken_cents > 0
        ? [t('imports.only_taken_back', { amount: taken }), t('imports.take_back', { amount: taken })]
        : [t('imports.no_gifts_into_ledger'), t('imports.run')]
      : gifts === 1
        ? [t('imports.one_into_ledger', { amount: sum }), t('imports.book_one')]
        : [t('imports.into_ledger', { n, amount: sum }), t('imports.book', { n })]
  const ready = data.can_run && (!is_typed || isTypedSum(typed, toType)) && data.currency_question === null
  const isWrong = is_typed && typed.trim() !== '' && !isTypedSum(typed, toType)
  const said = [
    gifts > 0 && t('imports.as_history'),
    gifts > 0 && taken_cents > 0 && t('imports.and_taken_back', { amount: taken }),
    waits && t('imports.waits_for', { questions: questions.join(' ') }),
    is_typed && t('imports.above_limit', { amount: formatEuro(from_cents, locale) }),
  ]
  return (
    <form
      className="import-confirm"
      aria-labelledby="confirm"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !missing && !booking) onBook({ gifts, cents, taken_cents })
      }}
    >
      <div>
        <h2 id="confirm">{what}</h2>
        <p className="small muted">{said.filter((one) => one !== false).join(' ')}</p>
      </div>
      {is_typed && (
        <TextField
          name="typed_sum"
          label={toType === cents ? t('imports.type_sum') : t('imports.type_taken', { amount: taken })}
          value={typed}
          onChange={setTyped}
          inputMode="decimal"
          autoComplete="off"
          hint={isWrong ? t('imports.sum_differs') : undefined}
        />
      )}
      {second && <Callout tone="warning">{second.warning}</Callout>}
      {missing ? (
        <PermissionButton type="submit" variant="primary" permission={missing}>
          {book}
        </PermissionButton>
      ) : (
        <Button type="submit" variant="primary" loading={booking} disabled={!ready}>
          {second ? second.submit : book}
        </Button>
      )}
    </form>
  )
}
