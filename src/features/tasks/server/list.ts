import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { allOf, anyOf, containsWords, paging, readPage } from '#server/lists/list-query.ts'
import type { SelectableList } from '#server/lists/selection.ts'
import { type TargetType, type TaskGroup, taskStatus, weekOf } from '../rules.ts'
import type { taskList } from '../table.ts'
import { type StoredTask, taskRows } from './queries.ts'

type Extra = {
  target_id?: number
  targetId?: number
  targetType?: TargetType
  assignee_id?: number
  date_from?: Day
  date_to?: Day
}
export type TaskQuery = ListQuery<typeof taskList> & { extra: Extra }
type TaskReader = { userId: number; today: Day }

const open = sql<boolean>`status = ${sql.lit(taskStatus.open)}`
const done = sql<boolean>`status = ${sql.lit(taskStatus.done)}`

/** Condition of every filter value; a missing one does not compile. */
function conditionsOf({ userId, today }: TaskReader) {
  const [monday, sunday] = weekOf(today)
  return {
    status: { open, done, 1: open, 2: done },
    due: {
      overdue: sql<boolean>`status = ${sql.lit(taskStatus.open)} and scheduled_for < ${today}::date`,
      today: sql<boolean>`scheduled_for = ${today}::date`,
      week: sql<boolean>`scheduled_for between ${monday}::date and ${sunday}::date`,
    },
    assignee: { me: assignedTo(userId) },
    target_type: {
      project: sql<boolean>`project_id is not null`,
      organization: sql<boolean>`organization_id is not null`,
      ledger: isOfLedger,
    },
  } satisfies {
    [F in keyof (typeof taskList)['filters']]: Record<
      | (typeof taskList)['filters'][F][number]
      | (F extends keyof (typeof taskList)['accepted'] ? (typeof taskList)['accepted'][F][number] : never),
      RawBuilder<boolean>
    >
  }
}

const isOfLedger = sql<boolean>`target_type = 'ledger'`

const assignedTo = (userId: number) =>
  sql<boolean>`exists (select 1 from reminder_assignees mine where mine.reminder_id = reminders.id
    and mine.user_id = ${sql.lit(userId)} and mine.status = reminders.status)`

function condition(query: TaskQuery, asked: TaskReader): RawBuilder<boolean> {
  const offered: Record<string, Record<string, RawBuilder<boolean>>> = conditionsOf(asked)
  const parts: RawBuilder<boolean>[] = []
  for (const [name, values] of Object.entries(query.filters))
    if (values) parts.push(anyOf(values.map((value) => offered[name]![value]!)))
  const { targetType, assignee_id, date_from, date_to } = query.extra
  if (targetType) parts.push(offered.target_type![targetType]!)
  parts.push(...ofTarget(query))
  if (assignee_id !== undefined) parts.push(assignedTo(assignee_id))
  if (date_from) parts.push(sql`scheduled_for >= ${date_from}::date`)
  if (date_to) parts.push(sql`scheduled_for <= ${date_to}::date`)
  const search = containsWords(query.search)
  return allOf(search ? [...parts, search] : parts)
}

// An id alone is ambiguous: projects and organizations have separate ids.
function ofTarget({ extra, filters }: TaskQuery): RawBuilder<boolean>[] {
  const id = extra.target_id ?? extra.targetId
  if (id === undefined) return []
  if (extra.targetId !== undefined && extra.targetId !== id)
    throw invalid({ target_id: 'validation.invalid' })
  const type = extra.targetType ?? (filters.target_type?.length === 1 ? filters.target_type[0] : undefined)
  if (!type) throw invalid({ target_type: 'validation.required' })
  if (type === 'ledger') return [isOfLedger]
  return [sql`${sql.ref(type === 'project' ? 'project_id' : 'organization_id')} = ${sql.lit(id)}`]
}

const orderings: Record<(typeof taskList)['ordering'][number], string[]> = {
  status: ['status', 'scheduled_for', 'id'],
  scheduled_for: ['scheduled_for', 'id'],
  title: ['title_sort', 'id'],
  target: ['target_sort', 'id'],
  created_at: ['created_at', 'id'],
}

function order({ ordering }: TaskQuery): RawBuilder<unknown> {
  const columns = orderings[ordering.key].map((column) =>
    ordering.descending ? sql`${sql.ref(column)} desc` : sql.ref(column),
  )
  return sql.join(columns, sql`, `)
}

export const selectableTasks = (who: TaskReader): SelectableList<TaskQuery> => ({
  table: 'reminders',
  key: { column: 'slug', type: 'text' },
  condition: (query) => condition(query, who),
})

export async function listTasks(db: Db, query: TaskQuery, who: TaskReader) {
  const asked = { table: 'reminders', where: condition(query, who), order: order(query) }
  const { count, rows } = await readPage<StoredTask>(db, asked, taskRows, query)
  return { ...paging(count, query), rows }
}

/** Number of a query's tasks per group; it must agree with groupOf in the rules. */
export async function countGroups(
  db: Db,
  query: TaskQuery,
  who: TaskReader,
): Promise<Record<TaskGroup, number>> {
  const [, sunday] = weekOf(who.today)
  const today = sql`(select ${who.today}::date)`
  const week = sql`(select ${sunday}::date)`
  const { rows } = await sql<Record<TaskGroup, number>>`
    select count(*) filter (where status = ${sql.lit(taskStatus.open)} and scheduled_for < ${today})::int as overdue,
      count(*) filter (where status = ${sql.lit(taskStatus.open)} and scheduled_for = ${today})::int as today,
      count(*) filter (where status = ${sql.lit(taskStatus.open)} and scheduled_for > ${today} and scheduled_for <= ${week})::int as week,
      count(*) filter (where status = ${sql.lit(taskStatus.open)} and scheduled_for > greatest(${today}, ${week}))::int as later,
      count(*) filter (where status = ${sql.lit(taskStatus.done)})::int as done
    from reminders where ${condition(query, who)}`.execute(db)
  return rows[0]!
}

/** Open tasks of a person due by Sunday, overdue ones included: `count` and the earliest `day`. */
export function dueTasks({ userId, today }: TaskReader): RawBuilder<unknown> {
  const [, sunday] = weekOf(today)
  return sql`
    select count(*) as count, min(scheduled_for) as day from reminder_assignees
    where user_id = ${userId}::bigint and status = ${sql.lit(taskStatus.open)} and scheduled_for <= ${sunday}::date`
}

/** Number of a person's open tasks: overdue, due today, and due from tomorrow until Sunday. */
export async function summaryOf(db: Db, { userId, today }: TaskReader) {
  const [, sunday] = weekOf(today)
  const { rows } = await sql<{ overdue: number; today: number; week: number }>`
    select count(*) filter (where scheduled_for < ${today}::date)::int as overdue,
      count(*) filter (where scheduled_for = ${today}::date)::int as today,
      count(*) filter (where scheduled_for > ${today}::date)::int as week
    from reminder_assignees
    where user_id = ${userId} and status = ${sql.lit(taskStatus.open)} and scheduled_for <= ${sunday}::date`.execute(
    db,
  )
  return rows[0]!
}
