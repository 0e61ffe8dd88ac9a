import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { isDay } from '#shared/dates.ts'
import { api, q } from '#web/api.ts'
import type { FundingPreview } from '../contract.ts'

/** The other choices of a funding; `day` is a Berlin day. */
export type FundingChoices = { company: string; budget: string; day: string }

/** Projects per call, because the length of a URL is limited. */
const maxSlugsPerCall = 40

/** The server's data on the projects to fund and on the budgets. */
export type Preview = Omit<Awaited<ReturnType<typeof load>>, 'results'> & { results: FundingPreview[] }

const load = (query: Record<string, string>) =>
  api('GET /api/v4/projects/fund-internally/preview/', { query: query as { project_slugs: string } })

/** Loads the preview; the previous one stays on screen while a new one loads. */
export function usePreview(slugs: readonly string[], chosen: FundingChoices, today: string) {
  const parts = Array.from({ length: Math.ceil(slugs.length / maxSlugsPerCall) }, (_, at) =>
    slugs.slice(at * maxSlugsPerCall, (at + 1) * maxSlugsPerCall),
  )
  const query = {
    ...(chosen.company && { company: chosen.company }),
    ...(chosen.budget && { budget: chosen.budget }),
    ...(isDay(chosen.day) && chosen.day <= today && { business_day: chosen.day }),
  }
  const answered = useQueries({
    queries: parts.map((part) => ({
      ...q('GET /api/v4/projects/fund-internally/preview/', {
        query: { project_slugs: part.join(','), ...query },
      }),
      staleTime: 0,
    })),
    combine,
  })
  const [kept, keep] = useState<Preview>()
  if (answered.data && answered.data !== kept) keep(answered.data)
  return { ...answered, data: answered.data ?? kept, isStale: answered.data === undefined }
}

type PreviewQuery = Pick<UseQueryResult<Preview>, 'data' | 'error' | 'refetch'>

/** Joins the parts into one preview. A stable function, so that equal answers keep their identity. */
function combine(answers: PreviewQuery[]) {
  return {
    data: answers.every(({ data }) => data)
      ? { ...answers[0]!.data!, results: answers.flatMap(({ data }) => data!.results) }
      : undefined,
    error: answers.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(answers.map(({ refetch }) => refetch())),
  }
}
