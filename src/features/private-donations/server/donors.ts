import { domainToASCII, domainToUnicode } from 'node:url'
import { sql } from 'kysely'
import { emailKey } from '#shared/email.ts'
import type { Db } from '#server/db/db.ts'
import { advisoryLocks } from '#server/db/locks.ts'
import { randomToken } from '#server/base/tokens.ts'

type NewDonor = {
  name: string
  email: string
  street: string
  postal_code: string
  city: string
  iban: string
}

/**
 * The id of a donor: an earlier one with the same name and e-mail address or IBAN, otherwise a new one. A merged donor
 * is preferred: its gift goes to the kept donor, and is recorded as depending on the merge.
 */
export async function donorId(tx: Db, donor: NewDonor, now: Date): Promise<number> {
  const iban = donor.iban.replace(/\s/g, '').toUpperCase()
  // Concurrent gifts of one person must create one donor, so the second waits for the first.
  if (donor.email !== '' || iban !== '')
    await sql`select pg_advisory_xact_lock(hashtextextended(
      fold(${donor.name}) || ':' || case when ${donor.email} <> '' then ${emailKey(donor.email)} else ${iban} end,
      ${advisoryLocks.donor}))`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from donors
    where name_key = fold(${donor.name})
      and (${donor.email} <> '' and email_key = any(array(select fold(known) from unnest(${spellingsOf(donor.email)}::text[]) known))
        or ${donor.email} = '' and ${iban} <> '' and iban = ${iban})
    order by merged_into_id nulls last, id limit 1`.execute(tx)
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

/** Stored spellings of an e-mail address: as entered, and with an international domain in either encoding. */
function spellingsOf(email: string): string[] {
  const [before, domain] = email.split('@')
  if (domain === undefined) return [email]
  return [email, ...[domainToASCII(domain), domainToUnicode(domain)].map((one) => `${before}@${one}`)]
}

/** A donor's full data, the sum of their gifts, and possible duplicates that nobody has ruled out. */
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
    select twin.slug, twin.name from donor_pairs pair
    join donors twin on twin.id = pair.first_id + pair.second_id - ${id}::bigint
    where ${id}::bigint in (pair.first_id, pair.second_id) and pair.state = 'open' and twin.merged_into_id is null
    order by pair.score desc, twin.id limit 20`.execute(db)
  return { donor, ...gifts[0]!, possible_duplicates }
}
