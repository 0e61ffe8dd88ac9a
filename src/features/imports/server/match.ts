import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { foldName } from '#shared/normalize.ts'
import { recordStatus } from '#shared/statuses.ts'
import { canonical } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { notRemoved } from '#server/lists/removed-rows.ts'
import type { Rates } from '../rates.ts'
import { ownGift } from '#features/ledger/gift-keys.ts'
import { groupSpellings, type KnownOrganization, type SpellingGroup } from '../identity.ts'
import { refuseClosed } from './closed-records.ts'
import { WorkFailed } from './work-failed.ts'
import type { FirstIds } from './ids.ts'
import { giftKey, rowKey } from './row-keys.ts'
import { progress, type Stage } from './progress.ts'
import { joinSameNames, type KnownByName, type NameClass } from '../same-names.ts'
import { type RowOrganization, applyReversals } from './reverse.ts'
import { type StagedOrganization, uuidOf } from './staged-row.ts'
import { underLease } from './lease.ts'

/** Ids for new records (only in a run), the business day, the file's rates for reversals, and names declared equal. */
type MatchInput = {
  ids?: FirstIds | undefined
  today: Day
  names: ReadonlyMap<string, NameClass>
  reversalsAt?: Rates | undefined
}

const namesAtOnce = 500
/** A name with more spellings than this is no organization, and comparing all of them would take too long. */
const namesakesAtMost = 2_000

/**
 * Matches the staged rows with organizations, projects and gifts, and marks the new ones; new organizations and
 * projects get ids if these were reserved. Works on a page of names at a time with all their rows, so that no statement
 * is as large as the file.
 */
export async function matchRows(stage: Stage, rows: number, given: MatchInput): Promise<void> {
  const { db, id } = stage
  await progress(stage, { step: 'matching', done: 0, total: rows })
  await underLease(stage, (tx) => forgetAllMatches(tx, id, given))
  // A newly filled table has no statistics, and without them joins are planned for a few rows.
  await sql`analyze import_rows`.execute(db)
  let last = '00000000-0000-0000-0000-000000000000'
  let done = 0
  for (let page = 1; ; page++) {
    const { rows: names } = await sql<{ name_hash: string; rows: number }>`
      select name_hash, count(*) as rows from import_rows
      where import_id = ${id} and refused is null and name_hash > ${last}
      group by name_hash order by name_hash limit ${namesAtOnce}`.execute(db)
    if (names.length === 0) break
    last = names.at(-1)!.name_hash
    await underLease(stage, (tx) =>
      matchNames(
        tx,
        id,
        names.map((name) => name.name_hash),
        given,
      ),
    )
    done += names.reduce((sum, name) => sum + name.rows, 0)
    await progress(stage, { step: 'matching', done })
    // The statistics of these tables describe earlier imports and must keep up with this one.
    if (isPowerOfTwo(page)) await analyzeMatches(db)
  }
  await analyzeMatches(db)
  await underLease(stage, (tx) => mergeProjects(tx, id))
}

async function forgetAllMatches(tx: Db, id: number, { reversalsAt }: MatchInput): Promise<void> {
  for (const table of ['import_recipients', 'import_organizations', 'import_projects'] as const)
    await tx.deleteFrom(table).where('import_id', '=', id).execute()
  if (reversalsAt)
    await tx
      .updateTable('import_rows')
      .set({ takes_id: null })
      .where('import_id', '=', id)
      .where('takes_id', 'is not', null)
      .execute()
}

const isPowerOfTwo = (n: number) => (n & (n - 1)) === 0

async function analyzeMatches(db: Db): Promise<void> {
  await sql`analyze import_recipients, import_organizations, import_projects`.execute(db)
}

type Recipient = {
  recipient_hash: string
  name_hash: string
  n: number
  organization: StagedOrganization
}

async function matchNames(tx: Db, id: number, names: string[], given: MatchInput): Promise<void> {
  await countEqualRows(tx, id, names)
  await markKnownGifts(tx, id, names)
  // Repeats after each refusal, because refused rows create no organization.
  let matched = await matchRecipients(tx, id, names, given)
  if (given.reversalsAt) {
    const meant = new Map<string, RowOrganization>(
      matched.flatMap(({ id: known, spellings }, at) =>
        spellings.map((one) => [one.recipient_hash, { at, id: known }] as const),
      ),
    )
    const take = { meantBy: (recipient: string) => meant.get(recipient)!, rates: given.reversalsAt }
    if (await applyReversals(tx, id, names, take)) matched = await matchRecipients(tx, id, names, given)
  }
  for (;;) {
    const organizations = await storeMatches(tx, id, matched, given.ids)
    await collectProjects(tx, id, names, given)
    await matchProjects(tx, id, organizations)
    if (!(await refuseClosed(tx, id, organizations))) return
    await forgetMatches(tx, id, names)
    matched = await matchRecipients(tx, id, names, given)
  }
}

async function forgetMatches(tx: Db, id: number, names: string[]): Promise<void> {
  const organizations = sql`
    select organization_n from import_recipients where import_id = ${id} and name_hash = any(${names}::uuid[])`
  await sql`
    delete from import_projects where import_id = ${id} and organization_n in (${organizations})`.execute(tx)
  await sql`delete from import_organizations where import_id = ${id} and n in (${organizations})`.execute(tx)
  await sql`
    delete from import_recipients where import_id = ${id} and name_hash = any(${names}::uuid[])`.execute(tx)
}

async function matchRecipients(
  tx: Db,
  id: number,
  names: string[],
  { names: same }: MatchInput,
): Promise<SpellingGroup<Spelled>[]> {
  const { rows: recipients } = await sql<Recipient>`
    select recipient_hash, name_hash, min(n) as n, (array_agg(organization order by n))[1] as organization
    from import_rows
    where import_id = ${id} and refused is null and name_hash = any(${names}::uuid[])
    group by recipient_hash, name_hash
    order by 3`.execute(tx)
  return matchPage(recipients, await knownOrganizations(tx, recipients, same))
}

type Namesakes = {
  remembered: Map<string, number>
  byName: Map<string, (KnownOrganization & KnownByName)[]>
  /** Hashes of names that are declared equal to others. */
  classes: ReadonlySet<string>
}

/** Candidate organizations: matched by one of these spellings before, or with the same current name. */
async function knownOrganizations(
  db: Db,
  recipients: Recipient[],
  same: ReadonlyMap<string, NameClass>,
): Promise<Namesakes> {
  const classes = new Set(recipients.flatMap(({ organization }) => same.get(organization.key) ?? []))
  // A spelling stored before names were declared equal has the hash of its own name.
  const rootOf = new Map(
    [...classes].flatMap(({ root, keys }) => keys.map((key) => [uuidOf(key), uuidOf(root)] as const)),
  )
  const names = [...new Set([...recipients.map((one) => one.name_hash), ...rootOf.keys()])]
  const hashes = recipients.map((one) => one.recipient_hash)
  const titles = [
    ...new Set([
      ...recipients.map((one) => one.organization.title),
      ...[...classes].flatMap((one) => one.titles),
    ]),
  ]
  const { rows: spellings } = await sql<StoredSpelling>`
    select spelling, name_hash, organization_id as id, register_number, postcode from organization_spellings
    where name_hash = any(${names}::uuid[]) or spelling = any(${hashes}::uuid[])`.execute(db)
  const { rows: titled } = await sql<StoredSpelling & { title: string }>`
    select id, title, register_number, postcode from organizations
    where md5(name_identity(title)) in (select md5(name_identity(title)) from unnest(${titles}::text[]) as given (title))
      and ${notRemoved}`.execute(db)
  const hashOf = new Map(recipients.map(({ organization, name_hash }) => [organization.key, name_hash]))
  const named = titled.map(({ title, ...row }) => {
    const key = foldName(title)
    return { ...row, key, name_hash: hashOf.get(key) ?? uuidOf(key) }
  })
  const all: (StoredSpelling & { key?: string })[] = [...spellings, ...named]
  const byName = Map.groupBy(all, ({ name_hash }) => rootOf.get(name_hash) ?? name_hash)
  return {
    classes: new Set(rootOf.values()),
    remembered: new Map(spellings.map((row) => [row.spelling, row.id])),
    byName: new Map(
      [...byName].flatMap(([name, rows]) => {
        const organizations = [...Map.groupBy(rows, (row) => row.id)]
        const known = organizations.map(([id, taken]) => ({
          id,
          spellings: taken,
          keys: taken.flatMap(({ key }) => key ?? []),
        }))
        return [[name, known]]
      }),
    ),
  }
}

type StoredSpelling = {
  id: number
  spelling: string
  name_hash: string
  register_number: string
  postcode: string
}

/** A spelling in the file: its hash, its first row, and that row's data. */
type Spelled = Recipient & StagedOrganization

/** The organizations meant by a page of names, each with its recipients in file order. */
function matchPage(
  recipients: Recipient[],
  { remembered, byName, classes }: Namesakes,
): SpellingGroup<Spelled>[] {
  return [...Map.groupBy(recipients, (one) => one.name_hash)].flatMap(([name, group]) => {
    if (group.length > namesakesAtMost) throw new WorkFailed('too_many_namesakes')
    const spelled = group.map((one): Spelled => ({ ...one.organization, ...one }))
    const [again, others] = [[], []] as [Spelled[], Spelled[]]
    for (const one of spelled) (remembered.has(one.recipient_hash) ? again : others).push(one)
    const known = byName.get(name) ?? []
    const found = groupSpellings(known, others)
    const meant = classes.has(name) ? joinSameNames(found, known) : found
    const old = [...Map.groupBy(again, (one) => remembered.get(one.recipient_hash)!)]
    return [...meant, ...old.map(([id, spellings]): SpellingGroup<Spelled> => ({ id, spellings }))]
  })
}

/** Stores the matches; returns the first rows of existing organizations. */
async function storeMatches(
  tx: Db,
  id: number,
  meant: SpellingGroup<Spelled>[],
  ids?: FirstIds,
): Promise<number[]> {
  // An organization that was renamed may be meant by both names.
  const known = Map.groupBy(meant, (one) => one.id)
  const all = [...known].flatMap(([organization, parts]) =>
    organization === undefined
      ? parts
      : [{ id: organization, spellings: parts.flatMap((part) => part.spellings) }],
  )
  const inOrder = all.map((one) => ({ ...one, spellings: one.spellings.toSorted((a, b) => a.n - b.n) }))
  const organizations = inOrder.map(({ id: organization_id, spellings }) => {
    // The first row defines it; later rows fill missing fields.
    const fields: StagedOrganization = Object.assign(
      {},
      ...spellings.toReversed().map((one) => one.organization),
    )
    const { key: _key, slug, bank, reviews, ...shown } = fields
    const event = canonical({ ...shown, ...bank, ...reviews, import_id: id })
    return { n: spellings[0]!.n, organization_id, fields, slug_base: slug, event }
  })
  await sql`
    insert into import_organizations (import_id, n, organization_id, is_new, fields, slug_base, event)
    select ${id}, n, coalesce(organization_id, ${ids?.organizations ?? null}::bigint + n),
      organization_id is null, fields, slug_base, event
    from jsonb_to_recordset(${JSON.stringify(organizations)}::jsonb) as one (
      n integer, organization_id bigint, fields jsonb, slug_base text, event text)`.execute(tx)
  const stored = inOrder.flatMap(({ spellings }) =>
    spellings.map(({ recipient_hash, name_hash, n }) => ({
      recipient_hash,
      name_hash,
      n,
      organization_n: spellings[0]!.n,
    })),
  )
  await sql`
    insert into import_recipients (import_id, recipient_hash, name_hash, n, organization_n)
    select ${id}, recipient_hash, name_hash, n, organization_n
    from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as one (
      recipient_hash uuid, name_hash uuid, n integer, organization_n integer)`.execute(tx)
  return organizations.filter((one) => one.organization_id !== undefined).map((one) => one.n)
}

/**
 * One project per organization and folded title. Its first row defines it, and its need is the sum of its rows.
 * Received money is counted only for new projects, because the ledger keeps the balance of others.
 */
async function collectProjects(
  tx: Db,
  id: number,
  names: string[],
  { ids, today }: MatchInput,
): Promise<void> {
  const event = sql`canonical_json(
    (project - 'key' - 'slug' - 'reviews') || coalesce(project -> 'reviews', '{}')
      || jsonb_build_object('target_cents', need_cents, 'import_id', ${id}::bigint))`
  await sql`
    insert into import_projects (import_id, n, organization_n, project_hash, project_id, need_cents, funded_cents,
      past_cents, past_on, received_on, slug_base, fields, event)
    select ${id}, n, organization_n, project_hash, ${ids?.projects ?? null}::bigint + n, need_cents,
      funded_cents, past_cents, past_on, received_on, project ->> 'slug', project - 'key' - 'slug', ${ids ? event : ''}
    from (
      select min(row.n) as n, organization_n, project_hash, sum(${needCents})::bigint as need_cents,
        coalesce(sum(row.amount_cents) filter (where not known), 0)::bigint as funded_cents,
        coalesce(sum(row.amount_cents) filter (where not known and ${isPast(today)}), 0)::bigint as past_cents,
        max(received_on) filter (where row.amount_cents > 0 and not known and ${isPast(today)}) as past_on,
        max(received_on) filter (where row.amount_cents > 0 and not known) as received_on,
        (array_agg(row.project order by row.n))[1] || case when bool_or(row.project ? 'needs')
          then jsonb_build_object('needs', jsonb_path_query_array(
            jsonb_agg(row.project -> 'needs' order by row.n) filter (where row.project ? 'needs'), '$[*][*]'))
          else '{}' end as project
      from import_rows row join import_recipients using (import_id, recipient_hash)
      where import_id = ${id} and row.refused is null and project_hash is not null
        and row.name_hash = any(${names}::uuid[])
      group by organization_n, project_hash
    ) found`.execute(tx)
}

/** A row's need: its amount unless stated otherwise, without reversals. */
const needCents = sql`case when row.need_cents = row.gross_cents and not row.project ? 'needs' then row.amount_cents
  else row.need_cents end`

/** True for a gift of a past year, which is history (product.md §10). For a statement about staged rows named `row`. */
export const isPast = (today: Day) =>
  sql<boolean>`row.received_on < (select ${`${today.slice(0, 4)}-01-01`}::date)`

/** Key of an imported project, to find it again after its title was changed. */
export const projectKey = sql<string>`organization.organization_id || ':' || wanted.project_hash`

/** Finds the projects of known organizations: imported under their key before, or with the same title. */
async function matchProjects(tx: Db, id: number, organizations: number[]): Promise<void> {
  if (organizations.length === 0) return
  const wantedHere = sql`wanted.import_id = ${id} and wanted.organization_n = any(${organizations}::integer[])`
  await sql`
    update import_projects wanted set project_id = projects.id, is_new = false
    from import_organizations organization, projects
    where ${wantedHere} and organization.import_id = ${id} and organization.n = wanted.organization_n
      and projects.import_key = ${projectKey}`.execute(tx)
  const { rows: candidates } = await sql<{ n: number; id: number; title: string; key: string }>`
    select wanted.n, projects.id, projects.title, row.project ->> 'key' as key
    from import_projects wanted
    join import_organizations organization on organization.import_id = ${id} and organization.n = wanted.organization_n
    join import_rows row on row.import_id = ${id} and row.n = wanted.n
    join projects on projects.organization_id = organization.organization_id
      and md5(name_identity(projects.title)) = md5(name_identity(row.project ->> 'title'))
      and projects.status <> ${sql.lit(recordStatus.removed)}
    where ${wantedHere} and wanted.is_new
    order by wanted.n, projects.id`.execute(tx)
  const found = new Map<number, number>()
  for (const row of candidates)
    if (!found.has(row.n) && foldName(row.title) === row.key) found.set(row.n, row.id)
  if (found.size === 0) return
  const pairs = JSON.stringify([...found].map(([n, project_id]) => ({ n, project_id })))
  await sql`
    update import_projects set project_id = one.project_id, is_new = false
    from jsonb_to_recordset(${pairs}::jsonb) as one (n integer, project_id bigint)
    where import_id = ${id} and import_projects.n = one.n`.execute(tx)
}

/**
 * A renamed organization may be in a file under both names and thus have a project twice; only the first one is new.
 */
async function mergeProjects(tx: Db, id: number): Promise<void> {
  await sql`
    update import_projects set project_id = twice.project_id, is_new = false
    from (
      select wanted.n, first_value(wanted.n) over same as first_n, first_value(wanted.project_id) over same as project_id
      from import_projects wanted
      join import_organizations organization
        on organization.import_id = wanted.import_id and organization.n = wanted.organization_n
      where wanted.import_id = ${id} and wanted.is_new and not organization.is_new
      window same as (partition by organization.organization_id, wanted.project_hash order by wanted.n)
    ) twice
    where import_id = ${id} and import_projects.n = twice.n and twice.n <> twice.first_n`.execute(tx)
}

/** Numbers equal rows: two equal gifts are two gifts, and the same two when the file is imported again. */
async function countEqualRows(tx: Db, id: number, names: string[]): Promise<void> {
  const { rows } = await sql<{ n: number; occurrence: number }>`
    select n, occurrence::integer from (
      select n, import_rows.occurrence as was, row_number() over (partition by coalesce(gift_hash, reversal_hash) order by n) as occurrence
      from import_rows
      where import_id = ${id} and refused is null and name_hash = any(${names}::uuid[])
        and (gift_hash is not null or reversal_hash is not null)
    ) counted
    where occurrence <> was`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update import_rows set occurrence = counted.occurrence
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as counted (n integer, occurrence integer)
    where import_id = ${id} and import_rows.n = counted.n`.execute(tx)
}

async function markKnownGifts(tx: Db, id: number, names: string[]): Promise<void> {
  await sql`
    update import_rows row set known = not row.known
    where import_id = ${id} and refused is null and name_hash = any(${names}::uuid[])
      and (gift_hash is not null or reversal_hash is not null)
      and known <> (exists (select from fundings where import_key = ${giftKey})
        or exists (select from import_taken_back where key = ${rowKey})
        or starts_with(coalesce(gift_hash, ''), ${ownGift}) and exists (
          select from fundings where slug = substr(gift_hash, ${ownGift.length + 1}::integer)))`.execute(tx)
}
