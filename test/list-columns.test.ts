import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filtersOf, type List, storedOrderings } from '#shared/lists/list-record.ts'
import { requestedConditions } from '#server/lists/conditions.ts'
import { emailList } from '#features/emails/table.ts'
import { organizationConditions } from '#features/organizations/server/list.ts'
import { organizationList } from '#features/organizations/table.ts'
import { documentList } from '#features/documents/table.ts'
import { payoutConditions } from '#features/payouts/server/list.ts'
import { payoutList } from '#features/payouts/table.ts'
import { projectConditions } from '#features/projects/server/list.ts'
import { projectList } from '#features/projects/table.ts'
import { taskList } from '#features/tasks/table.ts'
import { type TestDatabase, testDatabase } from './database.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const countedLists: [rows: string, counts: string, list: List, conditions: object][] = [
  ['projects', 'project_counts', projectList, projectConditions],
  ['organizations', 'organization_counts', organizationList, organizationConditions('2026-11-21')],
  ['payouts', 'payout_counts', payoutList, payoutConditions],
]
/** Columns of the counts that hold figures rather than key parts. */
const figures = ['n', 'missing_cents', 'cents']

describe.each(countedLists)('the kept counts of %s', (_rows, counts, list, conditions) => {
  const filters = filtersOf(list).filter(({ kept }) => kept !== false)
  /** Every value of a filter, as a condition. */
  const asked = ({ name, values, also }: (typeof filters)[number]) =>
    values === 'any'
      ? requestedConditions(conditions, { [name]: ['some'] })
      : Object.keys({ ...values, ...also }).flatMap((value) =>
          requestedConditions(conditions, { [name]: [value] }),
        )

  test('answer every value of every filter declared as kept', async () => {
    expect(filters.length).toBeGreaterThan(2)
    for (const filter of filters)
      for (const condition of asked(filter))
        await sql`select sum(n) from ${sql.table(counts)} where ${condition}`.execute(database.db)
  })

  test('have exactly the columns that the declared filters need', async () => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = ${counts}`.execute(
      database.db,
    )
    const kept = rows.map(({ name }) => name).filter((name) => !figures.includes(name))
    const words = filters
      .flatMap(asked)
      .flatMap((condition) => [...condition.compile(database.db).sql.matchAll(/"(\w+)"/g)])
      .map(([, name]) => name!)
    expect([...new Set(words)].sort()).toEqual([...kept].sort())
  })
})

// Organizations and accounts are few enough to sort.
test.each([
  ['projects', projectList],
  ['emails', emailList],
  ['payouts', payoutList],
  ['documents', documentList],
  ['reminders', taskList],
] as [string, List][])(
  'every stored ordering of %s has an index that ends in the id',
  async (table, list) => {
    const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where tablename = ${table}`.execute(database.db)
    const indexed = rows.map(({ definition }) => definition.replace(/ (DESC|ASC|NULLS (FIRST|LAST))/g, ''))
    const without = Object.entries<string>(storedOrderings(list)).filter(
      ([, column]) => !indexed.some((definition) => definition.includes(`(${column}, id)`)),
    )
    expect(without).toEqual([])
  },
)
