import { useQuery } from '@tanstack/react-query'
import { type GuardedAct, needsSecondPerson } from '#shared/approvals.ts'
import { formatEuro } from '#shared/money.ts'
import { q } from '../api.ts'
import { useLocale, useText } from '../texts.ts'

/** An act that may need a second person and its amount in cents; undefined while unknown. */
export type GuardedAmount = { act: GuardedAct; amount_cents: number | undefined }

/** Why an act on a row is impossible: the same one already waits for a second person. */
export const refusalWhileWaiting = (row: { waiting_acts: readonly GuardedAct[] }, act: GuardedAct) =>
  row.waiting_acts.includes(act) ? ('approvals.waits_already' as const) : undefined

/**
 * The notice before an act that needs a second person (design: money §1); undefined when it does not as far as the page
 * knows: the server decides.
 */
export function useSecondPerson(
  mayWait: GuardedAmount | undefined,
): { submit: string; warning: string } | undefined {
  const t = useText()
  const locale = useLocale()
  const { data } = useQuery({
    ...q('GET /api/v4/settings/approvals/'),
    enabled: mayWait !== undefined,
    retry: false,
  })
  const rule = data?.rules.find(({ act }) => act === mayWait?.act)
  const amount_cents = mayWait?.amount_cents
  if (!data || !rule || amount_cents === undefined) return undefined
  if (!needsSecondPerson(rule, { amount_cents, today_cents: rule.own_cents_today })) return undefined
  return {
    submit: t('approvals.submit', { amount: formatEuro(amount_cents, locale) }),
    warning: t('approvals.callout', { limit: formatEuro(rule.from_cents, locale), n: data.days }),
  }
}

/**
 * The sum above which an act needs a second person when only the server knows its amount; undefined while the rule is
 * off.
 */
export function useSecondPersonWarning(act: GuardedAct | undefined): string | undefined {
  const t = useText()
  const locale = useLocale()
  const { data } = useQuery({
    ...q('GET /api/v4/settings/approvals/'),
    enabled: act !== undefined,
    retry: false,
  })
  const rule = data?.rules.find((one) => one.act === act)
  if (!data || !rule?.enabled) return undefined
  return t('approvals.callout', { limit: formatEuro(rule.from_cents, locale), n: data.days })
}
