import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { randomToken } from '#server/secrets.ts'

type NewDonor = {
  name: string
  email: string
  street: string
  postal_code: string
  city: string
  iban: string
}

/** The id of a donor: whoever gave before under the same name and e-mail address or IBAN, otherwise a new one. */
export async function donorId(tx: Db, donor: NewDonor, now: Date): Promise<number> {
  const iban = donor.iban.replace(/\s/g, '').toUpperCase()
  const { rows } = await sql<{ id: number }>`
    select id from donors
    where name_key = fold(${donor.name})
      and (${donor.email} <> '' and email_key = fold(${donor.email})
        or ${donor.email} = '' and ${iban} <> '' and iban = ${iban})
    order by id limit 1`.execute(tx)
  if (rows[0]) return rows[0].id
  const { id } = await tx
    .insertInto('donors')
    .values({
      ...donor,
      iban,
      slug: `d-${randomToken().slice(0, 16)}`,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A donor in full, what they gave in all, and who may be the same person: same name, e-mail address or IBAN. */
export async function revealDonor(db: Db, id: number) {
  const donor = await db
    .selectFrom('donors')
    .select(['slug', 'name', 'email', 'street', 'postal_code', 'city', 'iban'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { rows: gifts } = await sql<{ donations: number; donated_cents: number }>`
    select count(*)::integer as donations, coalesce(sum(amount_cents - returned_cents), 0)::bigint as donated_cents
    from fundings where donor_id = ${id}::bigint and state in ('confirmed', 'settled', 'paid_out')`.execute(
    db,
  )
  const { rows: possible_duplicates } = await sql<{ slug: string; name: string }>`
    select twin.slug, twin.name from donors donor join donors twin on twin.id <> donor.id
      and (twin.name_key = donor.name_key or donor.email <> '' and twin.email_key = donor.email_key
        or donor.iban <> '' and twin.iban = donor.iban)
    where donor.id = ${id}::bigint order by twin.id limit 20`.execute(db)
  return { donor, ...gifts[0]!, possible_duplicates }
}
