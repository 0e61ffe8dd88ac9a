import { addDays, addMonths, type Day } from '#shared/dates.ts'
import { can, type Holder } from '#shared/permissions.ts'
import type { Label } from '#shared/labels.ts'

/** Maximum length of a title (spec §5). */
export const maxTitleLength = 64

/** The numbers of a task's status on the wire and in the database (spec §4). */
export const taskStatus = { open: 1, done: 2 } as const

export const targetTypes = ['project', 'organization', 'ledger'] as const
export type TargetType = (typeof targetTypes)[number]

export const repeats = ['none', 'weekly', 'monthly', 'yearly'] as const
export type Repeat = (typeof repeats)[number]

/** Facts of a task on which people's rights depend. */
export type TaskFacts = { status: number; created_by: number | null; users: readonly number[] }

type Person = Holder & { id: number }

/** True for assignees, the creator, and people who may change every task. */
function mayWorkOn(person: Person, task: TaskFacts): boolean {
  return task.created_by === person.id || task.users.includes(person.id) || can(person, 'change_reminders')
}

/** Either of two rights allows adding tasks (product.md §10). */
export function mayAdd(person: Holder): boolean {
  return can(person, 'change_reminders') || can(person, 'create_reminders')
}

/** The creator, assignees and holders of change_reminders can complete an open task. */
export function canResolve(person: Person, task: TaskFacts): boolean {
  return task.status === taskStatus.open && mayWorkOn(person, task)
}

/** The same people can reopen a done task. */
export function canReopen(person: Person, task: TaskFacts): boolean {
  return task.status === taskStatus.done && mayWorkOn(person, task)
}

/** The same people can edit an open task; a done one must be reopened first. */
export function canEdit(person: Person, task: TaskFacts): boolean {
  return task.status === taskStatus.open && mayWorkOn(person, task)
}

/** The creator and holders of delete_reminders can delete a task; assignees cannot. */
export function canDelete(person: Person, task: TaskFacts): boolean {
  return task.created_by === person.id || can(person, 'delete_reminders')
}

/** True for an open task whose day has passed, by Berlin days. */
export function isOverdue(task: { status: number; scheduled_for: Day }, today: Day): boolean {
  return task.status === taskStatus.open && task.scheduled_for < today
}

/** Groups of the task list: open tasks by urgency, done ones last. */
export const taskGroups = ['overdue', 'today', 'week', 'later', 'done'] as const
export type TaskGroup = (typeof taskGroups)[number]

/** Group of a task on a Berlin day; the week ends on Sunday. */
export function groupOf(task: { status: number; scheduled_for: Day }, today: Day): TaskGroup {
  if (task.status === taskStatus.done) return 'done'
  if (task.scheduled_for < today) return 'overdue'
  if (task.scheduled_for === today) return 'today'
  return task.scheduled_for <= weekOf(today)[1] ? 'week' : 'later'
}

export type SnoozeUntil = { scheduled_for: Day } | { days: number }

/** Longest snooze at once. */
export const mostSnoozeDays = 365

/** The due day of a snoozed task. */
export function dayAfterSnooze(task: { scheduled_for: Day }, until: SnoozeUntil, today: Day): Day {
  if ('scheduled_for' in until) return until.scheduled_for
  return addDays(task.scheduled_for > today ? task.scheduled_for : today, until.days)
}

/** Label of a status (spec §4); undefined where the specification shows a dash. */
export function taskStatusLabel(status: number): Label | undefined {
  const labels: Record<number, Label> = {
    [taskStatus.open]: { text: 'labels.open', tone: 'default' },
    [taskStatus.done]: { text: 'labels.done', tone: 'success' },
  }
  return labels[status]
}

/** The creator wants a mail on completion, whoever completes the task (product.md §5); system tasks have no creator. */
export function wantsCompletionMail(task: {
  send_completed_mail: boolean
  created_by: number | null
}): boolean {
  return task.send_completed_mail && task.created_by !== null
}

const daysOf = (day: Day) => Date.parse(`${day}T00:00:00Z`) / 86_400_000
const monthsOf = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** The `n`th day of a series; 0 is its first. Counts from the first day, so that month ends do not drift. */
export function occurrence(start: Day, repeat: Exclude<Repeat, 'none'>, n: number): Day {
  const day = {
    weekly: () => addDays(start, 7 * n),
    monthly: () => addMonths(start, n),
    yearly: () => addMonths(start, 12 * n),
  }
  return day[repeat]()
}

/**
 * Day of the next occurrence: the first one after this task that is not in the past; missed days are skipped. Undefined if the
 * task does not repeat.
 */
export function nextDay(
  task: { repeat: Repeat; series_start: Day; scheduled_for: Day },
  today: Day,
): Day | undefined {
  const { repeat, series_start: start, scheduled_for } = task
  if (repeat === 'none') return undefined
  const after = scheduled_for >= today ? scheduled_for : addDays(today, -1)
  const passed =
    repeat === 'weekly'
      ? Math.floor((daysOf(after) - daysOf(start)) / 7)
      : Math.floor((monthsOf(after) - monthsOf(start)) / (repeat === 'monthly' ? 1 : 12))
  for (let n = Math.max(1, passed); ; n++) {
    const day = occurrence(start, repeat, n)
    if (day > after) return day
  }
}

/** Monday to Sunday of the week that contains a day. */
export function weekOf(day: Day): [monday: Day, sunday: Day] {
  const monday = addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
  return [monday, addDays(monday, 6)]
}

/** Hour of the due-day mails, Berlin time (product.md §5). */
export const dueMailHour = 7

/** `Katrin Vollmer (kvollmer)` → `Katrin Vollmer`; a bare user name stays. */
export function shortName(fullNameWithUsername: string): string {
  return fullNameWithUsername.replace(/ \([^()]*\)$/, '')
}
