import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { q, qAll } from '#web/api.ts'
import type { FilterOption } from '#web/table/state/types.ts'
import { useText } from '#web/texts.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'

const slow = { staleTime: 5 * 60_000 }
const internalStatuses = {
  ...qAll('GET /api/v4/projects/internal-status/'),
  ...slow,
}
const platformFeatures = { ...q('GET /api/v4/platform-features/1/'), ...slow }

/** Funding types with whether the platform offers them; all count as offered while that loads. */
export function useFundingTypes(): { choice: number; name: string; label: string; offered: boolean }[] {
  const t = useText()
  const { data: features } = useQuery(platformFeatures)
  return useMemo(
    () =>
      Object.entries(fundingTypes).map(([choice, type]) => ({
        choice: Number(choice),
        name: type.name,
        label: t(type.text),
        offered: features?.[type.feature] !== false,
      })),
    [t, features],
  )
}

export function useInternalStatuses(): readonly FilterOption[] {
  const { data } = useQuery(internalStatuses)
  return useMemo(
    () => (data?.results ?? []).map(({ slug, title }) => ({ value: slug, label: title })),
    [data],
  )
}

/** Staff who may review, as options; `loading` until they arrive. */
export function useReviewers(): { options: readonly FilterOption[]; loading: boolean } {
  const { data, isPending } = useQuery({ ...q('GET /api/v4/projects/reviewers/'), staleTime: 60_000 })
  const options = useMemo(
    () => (data ?? []).map((one) => ({ value: String(one.id), label: one.full_name_w_username })),
    [data],
  )
  return { options, loading: isPending }
}

/** Options of project filters whose values the server determines. */
export function useProjectFilters(): Record<string, readonly FilterOption[]> {
  const t = useText()
  const types = useFundingTypes()
  const statuses = useInternalStatuses()
  return useMemo(
    () => ({
      funding_type: [
        ...types.filter((type) => type.offered).map(({ name, label }) => ({ value: name, label })),
        { value: 'individual_bank_account', label: t('labels.individual_bank_account') },
      ],
      internal_status: statuses,
    }),
    [t, types, statuses],
  )
}
