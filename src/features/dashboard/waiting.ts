import { type Day, daysBetween } from '#shared/dates.ts'
import { can, type Holder, type Permission } from '#shared/permissions.ts'
import { approvalRights } from '#features/approvals/rules.ts'

/** Kinds of waiting items. Items of equal urgency follow this order. */
export const waitingKinds = [
  'tasks',
  'approvals',
  'payouts_open',
  'lines',
  'reviews',
  'failed_emails',
  'payouts_exported',
  'imports',
  'proofs',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** Rights to do the work, not just to see it: all of `all`, or one of `any`. */
const rights: Record<WaitingKind, { all: readonly Permission[] } | { any: readonly Permission[] }> = {
  tasks: { all: ['view_reminders'] },
  approvals: { any: approvalRights },
  payouts_open: { all: ['change_payouts'] },
  payouts_exported: { all: ['change_payouts'] },
  lines: { all: ['change_bank_statements'] },
  reviews: { all: ['change_projects'] },
  failed_emails: { all: ['change_emails'] },
  imports: { all: ['create_projects', 'create_organizations'] },
  proofs: { all: ['view_organizations', 'create_reminders'] },
}

/** Their lists show the money of all companies, so company users have no such work. */
const wholeHouse: readonly WaitingKind[] = ['payouts_open', 'payouts_exported', 'lines']

export function mayWaitFor(holder: Holder & { user_type?: string }, kind: WaitingKind): boolean {
  if (holder.user_type === 'company' && wholeHouse.includes(kind)) return false
  const asked = rights[kind]
  return 'all' in asked
    ? asked.all.every((right) => can(holder, right))
    : asked.any.some((right) => can(holder, right))
}

/** Kinds whose day is a deadline; for others it is the start of the wait. */
const dueKinds: readonly WaitingKind[] = ['tasks', 'approvals', 'proofs']
export const isDue = (kind: WaitingKind) => dueKinds.includes(kind)

type Waiting = { kind: WaitingKind; day: Day | null }

/**
 * Orders by urgency: items due today or overdue, the longest overdue first; then items without a deadline, the longest
 * waiting first; then items due later.
 */
export function byUrgency<Item extends Waiting>(items: readonly Item[], today: Day): Item[] {
  const rank = ({ kind, day }: Waiting) => (!isDue(kind) ? 1 : day !== null && day <= today ? 0 : 2)
  const latest = '9999-12-31'
  return items.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.day ?? latest).localeCompare(b.day ?? latest) ||
      waitingKinds.indexOf(a.kind) - waitingKinds.indexOf(b.kind),
  )
}

/** Text key and number of days for the most urgent day. */
export function wordsOf({ kind, day }: Waiting, today: Day) {
  if (day === null) return { text: 'dashboard.waiting.since_unknown', count: 0 } as const
  const about = isDue(kind) ? (kind as 'tasks' | 'approvals' | 'proofs') : 'since'
  const count = day < today ? daysBetween(day, today) : daysBetween(today, day)
  if (day === today) return { text: `dashboard.waiting.${about}.today`, count } as const
  if (about === 'since') return { text: 'dashboard.waiting.since.days', count } as const
  return { text: `dashboard.waiting.${about}.${day < today ? 'past' : 'days'}`, count } as const
}
