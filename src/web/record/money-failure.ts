import { ApiError, NetworkError } from '../api.ts'
import { namesOf } from '../table/state/refusals.ts'
import type { Translate } from '../texts.ts'
import { explain } from '../ui/states.tsx'

/** The call was not answered, or its outcome is unknown: repeat it with the same key. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  if (!(error instanceof ApiError)) return false
  return error.status >= 500 || error.body.code === 'idempotency_running'
}

/**
 * Why a call that moves money failed: its error or the named obstacle; without an answer, the assurance that nothing is
 * booked twice (design: money §1).
 */
export function explainMoneyFailure(error: unknown, t: Translate): string {
  if (isUnanswered(error)) return t('states.nothing_twice')
  if (!(error instanceof ApiError)) return explain(error, t)
  if (error.fields) return [...new Set(Object.values(error.fields).flat())].join(' ')
  const names = (error.body.blocking ?? []).map(({ title }) => title)
  return names.length === 0 ? explain(error, t) : `${explain(error, t)} ${namesOf(names, t)}`
}
