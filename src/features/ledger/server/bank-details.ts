import type { Assessment, Effect } from '#server/routes/assessment.ts'

const words = {
  iban: 'approvals.effects.iban',
  bic: 'approvals.effects.bic',
  holder: 'approvals.effects.holder',
  bank_account_holder: 'approvals.effects.holder',
} as const
type BankField = keyof typeof words

const compact = (text: string) => text.replace(/\s/g, '').toUpperCase()
const inOneForm = (field: BankField, text: string) =>
  field === 'iban' || field === 'bic' ? compact(text) : text

/**
 * Shows a second person a change of a payee: the new bank details and the other fields saved with them. Undefined when
 * the save leaves the bank details unchanged.
 */
export function changeOfBankDetails(
  stored: Partial<Record<BankField, string>>,
  sent: Record<string, unknown>,
  { amount_cents, ...about }: Pick<Assessment, 'about' | 'targets' | 'amount_cents'>,
): Assessment | undefined {
  const changed = (Object.keys(stored) as BankField[]).flatMap((field): Effect[] => {
    const [before, after] = [stored[field] ?? '', sent[field]]
    if (typeof after !== 'string' || inOneForm(field, after) === inOneForm(field, before)) return []
    return [{ key: words[field], values: { before: before || '–', after: inOneForm(field, after) || '–' } }]
  })
  if (changed.length === 0) return undefined
  return {
    ...about,
    amount_cents,
    effects: [...changed, ...alsoSaved(sent, Object.keys(stored)), atStake(amount_cents)],
  }
}

export function alsoSaved(sent: Record<string, unknown>, told: readonly string[]): Effect[] {
  const others = Object.keys(sent).filter(
    (key) => sent[key] !== undefined && ![...told, 'version', 'unless_known'].includes(key),
  )
  return others.length === 0 ? [] : [{ key: 'approvals.effects.also', values: { fields: others.join(', ') } }]
}

/** The money that would go to the new account. */
export const atStake = (amount_cents: number): Effect => ({
  key: 'approvals.effects.at_stake',
  values: { amount: { cents: amount_cents } },
})
