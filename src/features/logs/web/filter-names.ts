import { useQuery } from '@tanstack/react-query'
import { isDay, showDay } from '#shared/dates.ts'
import { q } from '#web/api.ts'
import type { FilterOption } from '#web/table/state/types.ts'
import { useCan } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'

type Search = Readonly<Record<string, string>>

/** Chip texts for the days, account, person, project and company in the address. */
export function useFilterNames(search: Search): Record<string, readonly FilterOption[]> {
  const t = useText()
  const mayRead = useCan('view_projects')
  const { account, actor, project, company } = search
  const { data } = useQuery({
    ...q('GET /api/v4/logs/journal/', { query: { actor, page_size: 10 } }),
    enabled: actor !== undefined && actor !== 'system',
    select: (page) => page.results[0]?.actor,
  })
  // Without the right to view the record, the chip shows the address's value.
  const { data: ofProject } = useQuery({
    ...q('GET /api/v4/project/:slug/', { params: { slug: project ?? '' } }),
    enabled: isOne(project) && mayRead,
    retry: false,
    select: (one) => one.title,
  })
  const { data: ofCompany } = useQuery({
    ...q('GET /api/v4/companies/donating-companies/:slug/', { params: { slug: company ?? '' } }),
    enabled: isOne(company),
    retry: false,
    select: (one) => one.title,
  })
  const { data: ofAccount } = useQuery({
    ...q('GET /api/v4/logs/accounts/', { query: { search: account, page_size: 10 } }),
    enabled: isOne(account),
    select: ({ results }) => results.find(({ code }) => code === account)?.name,
  })
  const person = actor === 'system' ? t('tasks.system') : data
  return {
    ...days(search),
    ...(account && ofAccount && { account: [{ value: account, label: ofAccount }] }),
    ...(actor && person && { actor: [{ value: actor, label: person }] }),
    ...(project && ofProject && { project: [{ value: project, label: ofProject }] }),
    ...(company && ofCompany && { company: [{ value: company, label: ofCompany }] }),
  }
}

const isOne = (value: string | undefined) => value !== undefined && value !== '' && !value.includes(',')

function days(search: Search) {
  return Object.fromEntries(
    (['date_from', 'date_to'] as const).flatMap((name) => {
      const day = search[name]
      return day && isDay(day) ? [[name, [{ value: day, label: showDay(day) }]]] : []
    }),
  )
}
