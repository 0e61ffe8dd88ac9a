import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { goodImport, importApp } from '#test/import-app.ts'

const imports = importApp()
afterEach(() => sql`drop trigger if exists steal_lease on imports`.execute(imports.app.db))

/** Lets another worker take over the lease when the work on an import reports this step. */
async function loseLeaseAt(step: string): Promise<void> {
  await sql`
    create or replace function steal_lease() returns trigger language plpgsql as $$ begin
      new.lease_token := 'the next worker';
      return new;
    end $$`.execute(imports.app.db)
  await sql`
    create trigger steal_lease before update on imports for each row
    when (new.step = ${sql.lit(step)} and old.step is distinct from new.step) execute function steal_lease()`.execute(
    imports.app.db,
  )
}

const stagedRows = async () =>
  (await imports.app.db.selectFrom('import_rows').select('n').orderBy('n').execute()).map(({ n }) => n)
const recipients = () => imports.app.db.selectFrom('import_recipients').select('n').execute()

test('a worker that lost its lease stages no rows', async () => {
  const id = await imports.uploaded(goodImport)
  await loseLeaseAt('reading')
  await imports.staff.post(`/api/v4/imports/${id}/check/`)
  await imports.work()
  expect(await stagedRows()).toEqual([])
})

test.each(['staging', 'matching', 'applying'])(
  'a worker that lost its lease at the step %s leaves the staged rows to the next one',
  async (step) => {
    const id = await imports.uploaded(goodImport)
    await loseLeaseAt(step)
    await imports.staff.post(`/api/v4/imports/${id}/run/`)
    await imports.work()
    expect(await stagedRows()).toEqual([1, 2, 3])
    // It did not match them for the next one either.
    expect((await recipients()).length > 0).toBe(step === 'applying')
    const { state, lease_token } = await imports.app.db
      .selectFrom('imports')
      .select(['state', 'lease_token'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([state, lease_token]).toEqual(['running', 'the next worker'])
    expect((await imports.everything()).gifts).toEqual([])
  },
)

test('the next worker books every gift once', async () => {
  const id = await imports.uploaded(goodImport)
  await loseLeaseAt('applying')
  await imports.staff.post(`/api/v4/imports/${id}/run/`)
  await imports.work()
  await sql`drop trigger steal_lease on imports`.execute(imports.app.db)
  await imports.app.db.updateTable('imports').set({ lease_token: null, lease_until: null }).execute()
  await sql`insert into job_requests (job, payload) values ('imports.work', ${JSON.stringify({ id })}::jsonb)`.execute(
    imports.app.db,
  )
  await imports.work()
  expect((await imports.everything()).gifts.map(({ amount_cents }) => amount_cents)).toEqual([
    100_050, 20_000, 5_000,
  ])
  // Booked rows leave no copy of personal data behind.
  expect(await stagedRows()).toEqual([])
})
