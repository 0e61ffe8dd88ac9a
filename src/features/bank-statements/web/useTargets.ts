import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '#web/api.ts'
import type { Option } from '#web/form/Combobox.tsx'
import { useAllowed } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { keyOfTarget, nameOfTarget, type Target } from './data.ts'
import { useDebounced } from './useDebounced.ts'

const shown = 8

/**
 * Targets to look for by hand, those for money that came in or went out: what is typed narrows projects, pledges and
 * payouts on the server; fees and own accounts are always there. What the person may not see is left out.
 */
export function useTargets(isCredit: boolean) {
  const t = useText()
  const allowed = useAllowed()
  const [typed, setTyped] = useState<string>()
  const search = useDebounced(typed ?? '', 150)
  const asked = typed !== undefined
  const query = { search, page_size: 10 }
  const projects = useQuery({
    ...q('GET /api/v4/projects/', { query: { ...query, exclude_status: 'archived' } }),
    enabled: asked && isCredit && allowed('view_projects'),
  })
  const pledges = useQuery({
    ...q('GET /api/v4/private-donations/', { query: { ...query, state: 'pledged' } }),
    enabled: asked && isCredit && allowed('view_private_donations'),
  })
  const payouts = useQuery({
    ...q('GET /api/v4/payouts/', { query: { ...query, state: 'open,exported,marked_paid' } }),
    enabled: asked && !isCredit && allowed('view_payouts'),
  })
  const accounts = useQuery({
    ...q('GET /api/v4/bank-accounts/', { query: { page_size: 100 } }),
    enabled: asked && allowed('view_settings'),
  })
  const needle = search.trim().toLowerCase()
  const targets: Target[] = [
    ...(projects.data?.results ?? []).map(({ slug, title }) => target('project', slug, title)),
    ...(pledges.data?.results ?? []).map(({ slug, number, project }) =>
      target('private_donation', slug, `${number} ${project.title}`),
    ),
    ...(payouts.data?.results ?? []).map(({ slug, number, project }) =>
      target('payout', slug, `${number} ${project.title}`),
    ),
    ...[
      target('fees', 'fees', ''),
      ...(accounts.data?.results ?? []).map(({ slug, title }) => target('bank_account', slug, title)),
    ].filter((one) => nameOfTarget(one, t).toLowerCase().includes(needle)),
  ].slice(0, 2 * shown)
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
    loading: projects.isFetching || pledges.isFetching || payouts.isFetching || accounts.isFetching,
    targetOf: (key: string) => targets.find((one) => keyOfTarget(one) === key),
  }
}

const target = (target_type: Target['target_type'], target_slug: string, title: string): Target => ({
  target_type,
  target_slug,
  title,
})
