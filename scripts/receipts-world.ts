import { sql } from 'kysely'
import { everyCompany } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { planFor } from '#features/receipts/server/plan.ts'
import { startRun } from '#features/receipts/server/runs.ts'

/** Issuers with currently valid notices, a project each, and certifiable gifts to them; returns the gifts. */
export async function fillReceiptsWorld(
  db: Db,
  { gifts, issuers, now, today }: { gifts: number; issuers: number; now: Date; today: string },
): Promise<{ id: number; slug: string }[]> {
  type Made = { id: number }
  const { rows: organizations } = await sql<Made>`
    insert into organizations (slug, title, preview_token, street, postcode, city, tax_office, tax_number, exemption_kind,
      exemption_date, exemption_purposes, exemption_period, created_at, updated_at)
    select 'o' || n, 'Organisation ' || n, 't' || n, 'Weg 1', '78355', 'Hohenfels', 'Singen', '1/2/' || n, 'notice',
      ${today}::date - 400, 'Naturschutz', '2020 bis 2022', ${now}, ${now}
    from generate_series(1, ${issuers}::int) n returning id`.execute(db)
  const { rows: projects } = await sql<Made>`
    insert into projects (slug, title, organization_id, status, funding_type, created_at, updated_at)
    select 'p' || id, 'Projekt ' || id, id, 2, 1, ${now}, ${now}
    from unnest(${organizations.map(({ id }) => id)}::bigint[]) id returning id`.execute(db)
  const { rows: donors } = await sql<Made>`
    insert into donors (slug, name, street, postal_code, city, created_at)
    values ('d', 'Ελένη Größ', 'Weg 2', '70173', 'Stuttgart', ${now}) returning id`.execute(db)
  const { rows } = await sql<{ id: number; slug: string }>`
    insert into fundings (slug, project_id, funding_type, amount_cents, state, received_on, source, number, channel,
      donor_id, created_at)
    select 'g' || n, (${projects.map(({ id }) => id)}::bigint[])[1 + n % ${issuers}::int], 1, 1000 + n, 'confirmed',
      ${today}::date - 10, 'test', 'PS-' || n, 'cash', ${donors[0]!.id}::bigint, ${now}
    from generate_series(1, ${gifts}::int) n order by n returning id, slug`.execute(db)
  return rows
}

/** Plans one receipt per gift and starts the run, as the call does; a worker may continue it. */
export async function beginRun(
  db: Db,
  { gifts, now, today }: { gifts: readonly { id: number }[]; now: Date; today: string },
): Promise<number> {
  const user = await db
    .insertInto('users')
    .values({
      username: 'clerk',
      email: 'clerk@example.org',
      user_type: 'staff',
      state: 'active',
      is_superuser: true,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kind = 'donation_receipt' as const
  const run = await db.transaction().execute(async (tx) => {
    const ids = gifts.map(({ id }) => id)
    const rows = await planFor(tx, kind, ids, today)
    const by = { actor: { id: user.id, name: 'clerk' }, user, scope: everyCompany }
    const context = { ...by, now, locale: 'en_US' as const }
    return startRun(tx, context, { template: 'standard-donation-receipt', kind, issueDay: today, rows })
  })
  await sql`update generation_runs set state = 'running', started_at = ${now}, beat_at = ${now}
    where id = ${run}`.execute(db)
  return run
}
