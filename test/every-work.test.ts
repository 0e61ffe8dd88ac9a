import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { followedWork as kinds } from '#app/server/product.ts'
import { workKinds } from '#shared/work.ts'
import type { FollowedWork, OwnWork } from '#server/work/long-work.ts'
import { useApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { insertWork } from '#test/long-work.ts'

const followed = kinds.filter((kind): kind is (typeof kinds)[number] & FollowedWork => 'own' in kind)

const app = useApp()

/** The states that the check constraint of a table allows. */
async function allowedStates(table: string): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and contype = 'c'`.execute(app.db)
  const [found] = rows.filter(({ definition }) => /^CHECK \(+(state|status) = ANY/.test(definition))
  return [...found!.definition.matchAll(/'(\w+)'/g)].map(([, state]) => state!)
}

test('every kind of work that the page knows is followed exactly once', () => {
  expect(followed.map(({ kind }) => kind).toSorted()).toEqual(workKinds.toSorted())
})

describe.each(followed)('work of the kind $kind', ({ kind, table, states, own }) => {
  test('gives every state of its table a meaning', async () => {
    const allowed = await allowedStates(table)
    expect(allowed.length).toBeGreaterThan(3)
    expect(Object.keys(states).toSorted()).toEqual(allowed.toSorted())
  })

  test('shows its owner every state with this meaning', async () => {
    const now = app.clock.now
    const user = (await createUser(app.db, { rights: 'superuser' })).id
    for (const [state, meaning] of Object.entries(states)) {
      await sql`delete from ${sql.table(table)}`.execute(app.db)
      const finished_at = meaning === 'working' ? null : now
      const id = await insertWork(app.db, kind, { state, user, now, finished_at })
      const { rows } = await sql<OwnWork>`${own({ user, since: now })}`.execute(app.db)
      const seen = rows.map((row) => [row.kind, row.id, row.state])
      expect({ [state]: seen }).toEqual({ [state]: meaning === null ? [] : [[kind, id, meaning]] })
    }
  })
})
