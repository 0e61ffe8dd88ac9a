import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'

// Concurrent changes of donors; on PostgreSQL the calls overlap (npm run test:postgres).

const app = useApp()
let clerk: Client
beforeEach(async () => void (clerk = await app.as(['create_private_donations', 'change_private_donations'])))

const donors = () =>
  app.db.selectFrom('donors').select(['id', 'slug', 'name', 'merged_into_id']).orderBy('id').execute()
async function give(donor: object, project: string, amount_cents = 1_000): Promise<number> {
  const { status } = await clerk.post('/api/v4/private-donations/', {
    project_slug: project,
    amount_cents,
    received_on: '2026-11-20',
    channel: 'cash',
    donor,
  })
  return status
}
const projects = (n: number) => Promise.all(Array.from({ length: n }, () => createProject(app.db, {})))

test('concurrent gifts with the same name and address create one donor', async () => {
  const given = await projects(6)
  const statuses = await Promise.all(
    given.map(({ slug }, nth) =>
      give(
        nth % 2 === 0
          ? { name: 'Maria Kern', email: 'maria@example.org' }
          : { name: 'MARIA KERN', email: 'Maria@Example.org' },
        slug,
      ),
    ),
  )
  expect(statuses).toEqual([201, 201, 201, 201, 201, 201])
  expect(await donors()).toHaveLength(1)
})

test('gifts recorded during a merge go to the kept donor, each once', async () => {
  const given = await projects(8)
  for (const round of [0, 1, 2]) {
    const [kept, gone] = [
      { name: `Petra Strasser ${round}`, email: `petra${round}@example.org` },
      { name: `Petra Straßer ${round}`, email: `petra${round}@example.org` },
    ]
    const before = await donors()
    expect(await give(kept, given[0]!.slug)).toBe(201)
    await app.db
      .insertInto('donors')
      .values({ ...gone, email: `p${round}@example.org`, slug: `gone-${round}`, created_at: app.clock.now })
      .execute()
    const made = (await donors()).slice(before.length)
    const [first, second] = made.map(({ id }) => id)
    await app.db
      .insertInto('donor_pairs')
      .values({ first_id: first!, second_id: second!, reasons: ['similar_name'], score: 50 })
      .onConflict((on) => on.columns(['first_id', 'second_id']).doNothing())
      .execute()
    const { id: pair } = await app.db
      .selectFrom('donor_pairs')
      .select('id')
      .where('first_id', '=', first!)
      .where('second_id', '=', second!)
      .executeTakeFirstOrThrow()
    const merging = clerk.post(`/api/v4/donors/duplicates/${pair}/merge/`, { kept: made[0]!.slug })
    const giving = given
      .slice(1)
      .map(({ slug }) => give({ name: gone.name, email: `p${round}@example.org` }, slug))
    expect((await merging).status).toBe(200)
    expect(await Promise.all(giving)).toEqual(giving.map(() => 201))
    const rows = await app.db
      .selectFrom('fundings')
      .select(['donor_id'])
      .where('donor_id', 'in', [first!, second!])
      .execute()
    expect(rows.map(({ donor_id }) => donor_id)).toEqual(rows.map(() => first))
    expect(rows).toHaveLength(given.length)
  }
})
