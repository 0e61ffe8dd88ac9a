import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { recordStatus } from '#shared/statuses.ts'
import { plain, significantWords } from '../similar.ts'
import { type Candidate, type GuessedLine, isOwnFee, numbersIn } from '../suggest.ts'
import { titleOf } from './lines.ts'
import { projectsByWords } from './project-words.ts'

/** A stored line with the fields that the rules need. */
export type StoredLine = GuessedLine & { id: number; bank_account_id: number }

const mostWords = 6
const perLine = 12

const longestWords = (line: StoredLine) =>
  significantWords(`${line.text} ${line.reference}`)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, mostWords)
    .filter((word) => word.length >= 4)

/** Lines as a SQL record set: `line.cents`, `line.iban` …, so that one statement handles many. */
export function recordsetOf(
  lines: readonly StoredLine[],
  more: (line: StoredLine, place: number) => { near: readonly number[] } = () => ({ near: [] }),
) {
  const given = lines.map((line, place) => ({
    place,
    cents: line.amount_cents,
    iban: line.iban,
    numbers: numbersIn(line),
    account: line.bank_account_id,
    name: line.name,
    names: plain(line.name),
    ...more(line, place),
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as line (place integer, cents bigint, iban text,
    numbers jsonb, near jsonb, name text, names text, account bigint)`
}

type CandidateRow = Omit<Candidate, 'booking_says' | 'iban_seen'> & { place: number; iban_seen: boolean }

/**
 * Candidates for each line, in the given order, in a few statements for any number of lines. Incoming money may be for
 * projects and claims, outgoing money for payouts; fees and own transfers go both ways. `numbered` returns only pledges
 * and payouts, which is enough for matching by number.
 */
export async function candidatesFor(
  db: Db,
  lines: readonly StoredLine[],
  which: 'all' | 'numbered' = 'all',
): Promise<Candidate[][]> {
  const found: Candidate[][] = lines.map(() => [])
  if (lines.length === 0) return found
  const isAll = which === 'all'
  const near = await projectsByWords(
    db,
    lines.flatMap((line, place) =>
      isAll && line.amount_cents > 0 ? [{ place, words: longestWords(line) }] : [],
    ),
  )
  const recordset = recordsetOf(lines, (_, place) => ({ near: near.get(place) ?? [] }))
  for (const query of isAll
    ? [projects, pledges, payouts, claims, ownAccounts, ignored]
    : [pledges, payouts]) {
    const { rows } = await query(recordset).execute(db)
    for (const { place, ...candidate } of rows) {
      found[place]!.push(
        candidate.target_type === 'bank_account' ? { ...candidate, booking_says: true } : candidate,
      )
    }
  }
  lines.forEach((line, at) => {
    if (isOwnFee(line)) found[at]!.push(feesOfTheBank)
  })
  return found
}

const feesOfTheBank: Candidate = {
  target_type: 'fees',
  slug: 'fees',
  title: '',
  detail: '',
  number: '',
  expected_cents: null,
  words: '',
  names: [],
  iban_seen: false,
  booking_says: true,
}

type Recordset = ReturnType<typeof sql>

/** Projects whose title shares words with the text, or that the same account gave to before. */
const projects = (lines: Recordset) => sql<CandidateRow>`
  select line.place, 'project' as target_type, project.slug, project.title, organization_title as detail, '' as number,
    null::bigint as expected_cents, project.title as words, '[]'::jsonb as names, bool_or(near.seen) as iban_seen
  from ${lines}, lateral (
    select found::bigint as id, false as seen from jsonb_array_elements_text(line.near) found
    union all
    (select coalesce(part.project_id, funding.project_id), true
      from bank_lines earlier join bank_line_parts part on part.line_id = earlier.id and part.undone_at is null
      left join fundings funding on funding.id = part.funding_id
      where earlier.iban = line.iban and line.iban <> '' and earlier.state = 'matched'
        and coalesce(part.project_id, funding.project_id) is not null
      order by earlier.id desc limit 5)
  ) near join projects project on project.id = near.id
  where line.cents > 0 and project.status <> ${sql.lit(recordStatus.archived)} and not project.is_banned
  group by line.place, project.id`

/** Pledges named in the text, or of the same amount by a donor with that name or account. */
const pledges = (lines: Recordset) => sql<CandidateRow>`
  select line.place, 'private_donation' as target_type, gift.slug, gift.number as title, project.title as detail,
    gift.number, gift.amount_cents as expected_cents, project.title as words,
    jsonb_build_array(coalesce(donor.name, '')) as names, coalesce(donor.iban = line.iban, false) as iban_seen
  from ${lines}, lateral (
    select id from fundings where number in (select jsonb_array_elements_text(line.numbers))
    union
    (select pledge.id from donors giver join fundings pledge on pledge.donor_id = donor_kept(giver.id)
      where (giver.iban = line.iban and line.iban <> '' or giver.name_key = fold(line.name))
        and pledge.state = 'pledged' order by pledge.id desc limit ${perLine})
  ) near join fundings gift on gift.id = near.id
  join projects project on project.id = gift.project_id
  left join donors donor on donor.id = gift.donor_id
  where line.cents > 0 and gift.state = 'pledged' and project.status <> ${sql.lit(recordStatus.archived)} and not project.is_banned`

/** Payouts named in the text, or of the same amount and not on any statement yet. */
const payouts = (lines: Recordset) => sql<CandidateRow>`
  select line.place, 'payout' as target_type, payout.slug, payout.number as title, payout.project_title as detail,
    payout.number, payout.amount_cents as expected_cents, payout.project_title as words,
    jsonb_build_array(payout.organization_title) as names,
    line.iban <> '' and (line.iban in (organization.iban, coalesce(account.iban, '')) or exists (
      select from bank_lines earlier join bank_line_parts part on part.line_id = earlier.id and part.undone_at is null
      join payouts before on before.id = part.payout_id join projects theirs on theirs.id = before.project_id
      where earlier.iban = line.iban and earlier.state = 'matched'
        and theirs.organization_id = project.organization_id)) as iban_seen
  from ${lines}, lateral (
    select id from payouts where number in (select jsonb_array_elements_text(line.numbers))
    union
    (select id from payouts where amount_cents = -line.cents and state <> 'cancelled' and arrived_on is null
      order by id desc limit ${perLine})
  ) near join payouts payout on payout.id = near.id
  join projects project on project.id = payout.project_id
  join organizations organization on organization.id = project.organization_id
  left join individual_bank_accounts account on account.id = project.individual_bank_account_id
  where line.cents < 0 and payout.state <> 'cancelled'
    and not exists (select from bank_line_parts part where part.payout_id = payout.id and part.undone_at is null)`

/** Open claims on organizations with the same amount or the sender’s name. */
const claims = (lines: Recordset) => sql<CandidateRow>`
  select line.place, 'recovery_claim' as target_type, claim.slug, project.title, organization.title as detail,
    '' as number, claim.open_cents as expected_cents, project.title as words,
    jsonb_build_array(organization.title) as names, false as iban_seen
  from ${lines} join recovery_claims claim on claim.open_cents > 0 and line.cents between 1 and claim.open_cents
  join projects project on project.id = claim.project_id
  join organizations organization on organization.id = claim.organization_id
  where claim.open_cents = line.cents or word_similarity(line.names, fold(organization.title)) > 0.6`

const ownAccounts = (lines: Recordset) => sql<CandidateRow>`
  select line.place, 'bank_account' as target_type, house.slug, house.title, '' as detail, '' as number,
    null::bigint as expected_cents, '' as words, '[]'::jsonb as names, false as iban_seen
  from ${lines} join bank_accounts house on house.iban = line.iban and house.id <> line.account and line.iban <> ''`

/** Ignored lines of the same account and amount in the opposite direction, whose money this line may send back. */
const ignored = (lines: Recordset) => sql<CandidateRow>`
  select line.place, 'bank_line' as target_type, other.id::text as slug, ${titleOf(sql.ref('other'))} as title,
    other.reason as detail, '' as number, abs(other.amount_cents) as expected_cents, '' as words,
    jsonb_build_array(other.name) as names, other.iban = line.iban and line.iban <> '' as iban_seen
  from ${lines} join bank_lines other on other.bank_account_id = line.account and other.amount_cents = -line.cents
    and other.state = 'ignored'`
