import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { notRemovedOf } from '#server/lists/removed-rows.ts'
import { recordStatus } from '#shared/statuses.ts'
import type { Half } from '../pairs.ts'
import { recordsetOf, type StoredLine } from './candidates.ts'

// Maximum number of candidates per line and group, so that the search for pairs stays small.
const perLine = 24

/**
 * Candidates for half of each line, in order, oldest first. Incoming: pledges of its donor and claims on its
 * organization; outgoing: payouts to its organization; plus targets named in its text. Each expects less than the line.
 */
export async function splitCandidatesFor(db: Db, lines: readonly StoredLine[]): Promise<Half[][]> {
  const found: Half[][] = lines.map(() => [])
  if (lines.length === 0) return found
  const recordset = recordsetOf(lines)
  for (const query of [pledges, claims, payouts]) {
    const { rows } = await query(recordset).execute(db)
    for (const { place, ...half } of rows) found[place]!.push(half)
  }
  return found
}

type Recordset = ReturnType<typeof recordsetOf>
type HalfRow = Half & { place: number }

const pledges = (lines: Recordset) => sql<HalfRow>`
  select line.place, 'private_donation' as target_type, gift.slug, gift.number as title, project.title as detail,
    gift.number, gift.amount_cents as expected_cents, project.title as words,
    jsonb_build_array(coalesce(donor.name, '')) as names,
    coalesce(donor.iban = line.iban and line.iban <> '', false) as iban_seen, 'donor' as "group"
  from ${lines}, lateral (
    select id from fundings where number in (select jsonb_array_elements_text(line.numbers))
    union
    (select pledge.id from donors giver join fundings pledge on pledge.donor_id = donor_kept(giver.id)
      where (giver.iban = line.iban and giver.iban <> '' or giver.name_key = fold(line.name) and giver.name_key <> '')
        and pledge.state = 'pledged' and pledge.amount_cents < line.cents
      order by pledge.id limit ${perLine})
  ) near join fundings gift on gift.id = near.id
  join projects project on project.id = gift.project_id
  left join donors donor on donor.id = gift.donor_id
  where line.cents > 0 and gift.state = 'pledged' and project.status <> ${sql.lit(recordStatus.archived)} and not project.is_banned
  order by line.place, gift.id`

const claims = (lines: Recordset) => sql<HalfRow>`
  select line.place, 'recovery_claim' as target_type, claim.slug, organization.title || ': ' || project.title as title,
    '' as detail, '' as number, claim.open_cents as expected_cents, project.title as words,
    jsonb_build_array(organization.title) as names,
    organization.iban = line.iban and line.iban <> '' as iban_seen, organization.slug as "group"
  from ${lines}, lateral (
    select claim.* from recovery_claims claim join organizations organization on organization.id = claim.organization_id
    where claim.closed_on is null and claim.open_cents < line.cents and ${isOf}
    order by claim.id limit ${perLine}
  ) claim
  join projects project on project.id = claim.project_id
  join organizations organization on organization.id = claim.organization_id
  where line.cents > 0
  order by line.place, claim.id`

/** Payouts named in the text, or to an organization with that name or account, and not on any statement yet. */
const payouts = (lines: Recordset) => sql<HalfRow>`
  select line.place, 'payout' as target_type, payout.slug, payout.number as title, payout.project_title as detail,
    payout.number, payout.amount_cents as expected_cents, payout.project_title as words,
    jsonb_build_array(payout.organization_title) as names,
    organization.iban = line.iban and line.iban <> '' as iban_seen, organization.slug as "group"
  from ${lines}, lateral (
    select id from payouts where number in (select jsonb_array_elements_text(line.numbers))
    union
    (select payout.id from (
        select id from organizations where iban = line.iban and iban <> ''
        union
        (select organization.id from organizations organization
          where line.name <> '' and search_text %> fold(line.name) and ${isOf} and ${notRemovedOf('organization')}
          order by word_similarity(fold(line.name), search_text) desc, organization.id limit 3)
      ) recipient join projects project on project.organization_id = recipient.id
      join payouts payout on payout.project_id = project.id
      where payout.state <> 'cancelled' and payout.arrived_on is null and payout.amount_cents < -line.cents
      order by payout.id limit ${perLine})
  ) near join payouts payout on payout.id = near.id
  join projects project on project.id = payout.project_id
  join organizations organization on organization.id = project.organization_id
  where line.cents < 0 and payout.state <> 'cancelled'
    and not exists (select from bank_line_parts part where part.payout_id = payout.id and part.undone_at is null)
  order by line.place, payout.id`

const isOf = sql`(organization.iban = line.iban and organization.iban <> ''
  or line.name <> '' and word_similarity(fold(line.name), fold(organization.title)) > 0.6)`
