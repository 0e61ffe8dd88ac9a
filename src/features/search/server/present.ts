import { showDay } from '#shared/dates.ts'
import { formatEuro, formatWholeEuro } from '#shared/money.ts'
import type { Locale } from '#shared/messages.ts'
import { recordStatus, reviewOutcome } from '#shared/statuses.ts'
import { taskStatus } from '#features/tasks/rules.ts'
import { text, textOf } from '#server/base/texts.ts'
import type { FoundKind } from '../contract.ts'

type ShownFacts = {
  details: string[]
  label: { text: string; tone: 'success' | 'warning' | 'danger' | 'default' } | null
}
type Reader = { locale: Locale; today: string }
type Reviewed = { status: number; needs_review: boolean; review_status: number | null }
type Facts = {
  project: Reviewed & { target_cents: number; ends_on: string | null }
  organization: Reviewed & { postcode: string; city: string }
  user: null
  task: { scheduled_for: string; status: number }
  email: { state: string }
  payout: { amount_cents: number; state: string }
}

/** Details that distinguish a found record from others of its name, by kind. */
const tellers: { [K in FoundKind]: (facts: Facts[K], asked: Reader) => ShownFacts } = {
  project: (facts, { locale }) => ({
    details: [
      ...(facts.target_cents > 0 ? [formatWholeEuro(facts.target_cents, locale)] : []),
      ...(facts.ends_on ? [text(locale, 'search.ends', { day: showDay(facts.ends_on) })] : []),
    ],
    label: reviewLabel(facts, locale),
  }),
  organization: (facts, { locale }) => ({
    details: [`${facts.postcode} ${facts.city}`.trim()].filter(Boolean),
    label: reviewLabel(facts, locale),
  }),
  user: () => ({ details: [], label: null }),
  task: ({ scheduled_for, status }, { locale, today }) => ({
    details: [text(locale, 'search.due', { day: showDay(scheduled_for) })],
    label:
      status === taskStatus.done
        ? { text: text(locale, 'labels.done'), tone: 'success' }
        : scheduled_for < today
          ? { text: text(locale, 'tasks.due_overdue'), tone: 'danger' }
          : null,
  }),
  email: ({ state }, { locale }) => ({
    details: state === 'failed' ? [] : [textOf(locale, `emails.state.${state}`)],
    label: state === 'failed' ? { text: text(locale, 'emails.state.failed'), tone: 'danger' } : null,
  }),
  payout: ({ amount_cents, state }, { locale }) => ({
    details: [formatEuro(amount_cents, locale), textOf(locale, `payouts.state.${state}`)],
    label: null,
  }),
}

function reviewLabel({ status, needs_review, review_status }: Reviewed, locale: Locale): ShownFacts['label'] {
  if (status === recordStatus.archived) return { text: text(locale, 'labels.archived'), tone: 'default' }
  if (needs_review) return { text: text(locale, 'labels.needs_review'), tone: 'warning' }
  return review_status === reviewOutcome.rejected
    ? { text: text(locale, 'labels.rejected'), tone: 'danger' }
    : null
}

export function presentFound<Row extends { kind: FoundKind; facts: unknown }>(row: Row, asked: Reader) {
  const { facts, ...found } = row
  const tell = tellers[row.kind] as (facts: unknown, asked: Reader) => ShownFacts
  return { ...found, ...tell(facts, asked) }
}
