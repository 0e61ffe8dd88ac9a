import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { auditAll, type AuditEvent, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { canEdit, dayAfterSnooze, type SnoozeUntil, taskStatus } from '../rules.ts'
import type { TaskContext } from './change.ts'
import { mailDueNow } from './mails.ts'
import { factsOf } from './present.ts'
import type { StoredTask } from './queries.ts'

type MovedTask = { slug: string; title: string; scheduled_for: Day }
type RefusedTask = { slug: string; title: string; code: string }
type Outcome = { moved: MovedTask[]; refused: RefusedTask[] }

/** A task with its new day, and the event's further values. */
type Move = { task: StoredTask; to: Day; undoes?: number }

const refusing = ({ slug, title }: StoredTask, code: string): RefusedTask => ({ slug, title, code })

/** Why this person cannot move a task; undefined when they can. */
function refusalOf({ user }: TaskContext, task: StoredTask): string | undefined {
  if (task.status === taskStatus.done) return 'task_not_editable'
  return canEdit(user, factsOf(task)) ? undefined : 'forbidden'
}

/**
 * Snoozes locked tasks: this occurrence moves, and the series keeps its days. A task due today gets its due-day mails at once
 * if the hour of the daily mails has passed.
 */
export async function snooze(
  tx: Db,
  doing: TaskContext,
  tasks: StoredTask[],
  until: SnoozeUntil,
): Promise<Outcome> {
  const { now, today, services } = doing
  if ('scheduled_for' in until && until.scheduled_for < today)
    throw invalid({ scheduled_for: 'tasks.due_in_past' })
  const refused: RefusedTask[] = []
  const moves: Move[] = []
  for (const task of tasks) {
    const to = dayAfterSnooze(task, until, today)
    const code = refusalOf(doing, task) ?? (to === task.scheduled_for ? 'task_due_then' : undefined)
    if (code) refused.push(refusing(task, code))
    else moves.push({ task, to })
  }
  await move(tx, doing, 'snooze', moves)
  const { timeZone } = services.config
  for (const { task, to } of moves)
    if (to === today) {
      const userIds = task.assignees.map((person) => person.id)
      // oxlint-disable-next-line no-await-in-loop -- one transaction, and usually a single task
      await mailDueNow(tx, { ...task, scheduled_for: to }, userIds, { now, today, timeZone })
    }
  return { moved: moves.map(shown), refused }
}

/** Moves locked tasks back to the day before their last snooze, unless they were moved again since. */
export async function endSnooze(tx: Db, doing: TaskContext, tasks: StoredTask[]): Promise<Outcome> {
  const last = await lastSnooze(tx, tasks)
  const refused: RefusedTask[] = []
  const moves: Move[] = []
  for (const task of tasks) {
    const event = last.get(task.id)
    const changed = event?.after.scheduled_for !== task.scheduled_for
    const code = refusalOf(doing, task) ?? (!event || changed ? 'task_moved_since' : undefined)
    if (code) refused.push(refusing(task, code))
    else moves.push({ task, to: event!.before.scheduled_for, undoes: event!.id })
  }
  await move(tx, doing, 'undo', moves)
  return { moved: moves.map(shown), refused }
}

const shown = ({ task: { slug, title }, to }: Move): MovedTask => ({ slug, title, scheduled_for: to })

async function move(tx: Db, doing: TaskContext, action: 'snooze' | 'undo', moves: Move[]): Promise<void> {
  if (moves.length === 0) return
  const ids = moves.map(({ task }) => task.id)
  const days = moves.map(({ to }) => to)
  await sql`
    update reminders set scheduled_for = moved.day, version = version + 1, updated_at = ${doing.now}
    from unnest(${ids}::bigint[], ${days}::date[]) as moved (id, day)
    where reminders.id = moved.id`.execute(tx)
  const events = await auditAll(
    tx,
    doing.auditContext,
    moves.map(({ task, to, undoes }): AuditEvent => ({
      action,
      ...auditOf('reminder', task),
      before: { scheduled_for: task.scheduled_for },
      after: { scheduled_for: to, ...(undoes !== undefined && { undoes }) },
    })),
  )
  const undone = moves.flatMap(({ undoes }, at) =>
    undoes === undefined ? [] : [{ event_id: undoes, by_event_id: events[at]! }],
  )
  if (undone.length > 0) await tx.insertInto('undone_events').values(undone).execute()
}

type SnoozeEvent = {
  id: number
  object_id: number
  before: { scheduled_for: Day }
  after: { scheduled_for: Day }
}

/** The last snooze of each task that was not undone. */
async function lastSnooze(tx: Db, tasks: StoredTask[]): Promise<Map<number, SnoozeEvent>> {
  const { rows } = await sql<SnoozeEvent>`
    select distinct on (object_id) event.id, event.object_id, event.before, event.after
    from audit_events event
    where event.object_type = 'reminder' and event.object_id = any(${tasks.map((task) => task.id)}::bigint[])
      and event.action = 'snooze'
      and not exists (select 1 from undone_events undone where undone.event_id = event.id)
    order by object_id, id desc`.execute(tx)
  return new Map(rows.map((row) => [row.object_id, row]))
}
