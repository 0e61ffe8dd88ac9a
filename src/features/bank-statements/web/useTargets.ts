import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q, qAll } from '#web/api.ts'
import type { Option } from '#web/form/Combobox.tsx'
import { useAllowed } from '#web/profile.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { showDay } from '#shared/dates.ts'
import { keyOfTarget, type LineRow, movement, nameOfTarget, type Target } from './data.ts'
import { useDebounced } from '#web/useDebounced.ts'

/** Results per kind, so that no kind crowds out another. */
const maxPerKind = 10

/**
 * Targets of a line for manual search, for its direction. The server filters projects, pledges, claims, payouts and
 * ignored lines by the search text; fees, own accounts and providers are few. Kinds that the person may not see are
 * left out.
 */
export function useTargets({ id, amount_cents }: Pick<LineRow, 'id' | 'amount_cents'>) {
  const t = useText()
  const locale = useLocale()
  const isCredit = amount_cents > 0
  const allowed = useAllowed()
  const [typed, setTyped] = useState<string>()
  const search = useDebounced(typed ?? '', 150)
  const asked = typed !== undefined
  const query = { search, page_size: maxPerKind }
  const projects = useQuery({
    ...q('GET /api/v4/projects/', { query: { ...query, exclude_status: 'archived' } }),
    enabled: asked && isCredit && allowed('view_projects'),
  })
  const pledges = useQuery({
    ...q('GET /api/v4/private-donations/', { query: { ...query, state: 'pledged' } }),
    enabled: asked && isCredit && allowed('view_private_donations'),
  })
  const claims = useQuery({
    ...q('GET /api/v4/recovery-claims/', { query: { ...query, state: 'open' } }),
    enabled: asked && isCredit && allowed('view_payouts'),
  })
  const payouts = useQuery({
    ...q('GET /api/v4/payouts/', { query: { ...query, state: 'open,exported,marked_paid' } }),
    enabled: asked && !isCredit && allowed('view_payouts'),
  })
  const ignored = useQuery({
    ...q('GET /api/v4/bank-transactions/:id/ignored/', { params: { id }, query }),
    enabled: asked,
  })
  const accounts = useQuery({
    ...qAll('GET /api/v4/bank-accounts/'),
    enabled: asked && allowed('view_settings'),
  })
  const providers = useQuery({
    ...qAll('GET /api/v4/intake-providers/'),
    enabled: asked && isCredit && allowed('view_settings'),
  })
  const needle = search.trim().toLowerCase()
  const targets: Target[] = [
    ...(projects.data?.results ?? []).map(({ slug, title }) => target('project', slug, title)),
    ...(pledges.data?.results ?? []).map(({ slug, number, project }) =>
      target('private_donation', slug, `${number} ${project.title}`),
    ),
    ...(claims.data?.results ?? []).map(({ slug, organization, project }) =>
      target('recovery_claim', slug, `${organization.title}: ${project.title}`),
    ),
    ...(payouts.data?.results ?? []).map(({ slug, number, project }) =>
      target('payout', slug, `${number} ${project.title}`),
    ),
    ...(ignored.data?.results ?? []).map((line) =>
      target(
        'bank_line',
        String(line.id),
        t('bank_statements.ignored_line', {
          title: line.title,
          amount: movement(line.amount_cents, locale),
          day: showDay(line.booked_on),
        }),
      ),
    ),
    ...[
      target('fees', 'fees', ''),
      ...(accounts.data?.results ?? []).map(({ slug, title }) => target('bank_account', slug, title)),
      ...(providers.data?.results ?? []).map(({ code, title }) => target('provider', code, title)),
    ].filter((one) => nameOfTarget(one, t).toLowerCase().includes(needle)),
  ]
  const options: Option[] = targets.map((one) => ({
    value: keyOfTarget(one),
    label: one.title
      ? t('bank_statements.option', {
          title: one.title,
          type: t(`bank_statements.target.${one.target_type}`),
        })
      : nameOfTarget(one, t),
  }))
  return {
    options,
    onSearch: setTyped,
    loading: [projects, pledges, claims, payouts, ignored, accounts, providers].some(
      ({ isFetching }) => isFetching,
    ),
    targetOf: (key: string) => targets.find((one) => keyOfTarget(one) === key),
  }
}

const target = (target_type: Target['target_type'], target_slug: string, title: string): Target => ({
  target_type,
  target_slug,
  title,
})
