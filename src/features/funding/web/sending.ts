import { showInstant } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { api, ApiError, newIdempotencyKey } from '#web/api.ts'
import { Proposed } from '#web/awaiting-approval.ts'
import { isUnanswered } from '#web/record/money-failure.ts'
import { currentLocale, translate } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { FundingPreview } from '../contract.ts'

export type Outcome = { project: FundingPreview } & (
  | { state: 'done'; amount_cents: number; missing_cents: number }
  /** `rest_cents` is the amount that could still be given, if a smaller amount would help. */
  | { state: 'failed'; reason: string; rest_cents: number }
  /** Waiting for a second person. */
  | { state: 'waits'; amount_cents: number }
  | { state: 'left_out' }
)

export type Order = {
  company: { slug: string; title: string }
  budget: { slug: string; title: string }
  business_day: string
  note: string
}

/** A sent funding with its results; cents. */
export type SentOrder = { order: Order; sum_cents: number; left_cents: number; outcomes: Outcome[] }

export type FundingPart = { project: FundingPreview; amount_cents: number }

/** Idempotency keys of unacknowledged calls, by body, so that a repeated call runs once. */
export type Keys = Map<string, string>

/** Funds one project. Throws without an answer, and for a field that is wrong for every project. */
export async function fundProject(
  part: FundingPart,
  order: Order,
  keys: Keys,
): Promise<{ outcome: Outcome; left?: number }> {
  const { project, amount_cents } = part
  const body = {
    project_slug: project.slug,
    company_slug: order.company.slug,
    budget_slug: order.budget.slug,
    amount_cents,
    business_day: order.business_day,
    note: order.note,
  }
  const content = JSON.stringify(body)
  if (!keys.has(content)) keys.set(content, newIdempotencyKey())
  try {
    const answer = await api('POST /api/v4/projects/fund-internally/', {
      body,
      idempotencyKey: keys.get(content)!,
      tellsProposal: false,
      marksStale: false,
    })
    keys.delete(content)
    const { missing_cents } = answer.project
    return {
      outcome: { project, state: 'done', amount_cents, missing_cents },
      left: answer.budget.available_cents,
    }
  } catch (error) {
    if (isUnanswered(error)) throw error
    keys.delete(content)
    if (error instanceof Proposed) return { outcome: { project, state: 'waits', amount_cents } }
    if (!(error instanceof ApiError) || (error.fields && !error.fields.project_slug)) throw error
    return refusalOf(error, project)
  }
}

type Current = {
  missing_cents?: number
  available_cents?: number
  reasons?: { text: string }[]
  last_funding?: { person: string; at: string } | null
}

function refusalOf(error: ApiError, project: FundingPreview): { outcome: Outcome; left?: number } {
  const current = (error.body.current ?? {}) as Current
  const { missing_cents, available_cents, reasons, last_funding } = current
  const locale = currentLocale()
  const failed = (reason: string, rest_cents = 0): Outcome => ({
    project,
    state: 'failed',
    reason,
    rest_cents,
  })
  if (error.body.code === 'exceeds_missing' && missing_cents !== undefined && last_funding)
    return {
      outcome: failed(
        translate('funding.other_was_faster', {
          person: last_funding.person,
          time: showInstant(last_funding.at).slice(-5),
          amount: formatEuro(missing_cents, locale),
        }),
        missing_cents,
      ),
    }
  if (error.body.code === 'budget_exceeded' && available_cents !== undefined)
    return {
      outcome: failed(
        translate('funding.at_most_left', { amount: formatEuro(available_cents, locale) }),
        Math.min(available_cents, project.missing_cents),
      ),
      left: available_cents,
    }
  if (reasons && reasons.length > 0) return { outcome: failed(reasons.map(({ text }) => text).join(' · ')) }
  return {
    outcome: failed(error.fields?.project_slug?.join(', ') ?? explain(error, translate), missing_cents ?? 0),
  }
}

/** Shows one toast per failure, at most three; the last one counts the others. */
export function notifyFailures(outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter(({ state }) => state === 'failed')
  const [shown, more] = [failed.slice(0, 3), failed.length - 3]
  shown.forEach(({ project }, at) => {
    const message = translate('funding.failed', { title: project.title })
    const others = at === 2 && more > 0 ? `, ${translate('funding.and_more', { n: more })}` : ''
    notify({ tone: 'danger', title: translate('states.error'), message: `${message}${others}` })
  })
}
