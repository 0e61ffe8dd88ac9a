import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { canonical } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { foldName, type Known, matchOrganization } from '../identity.ts'
import { WorkFailed } from './failed.ts'
import type { FirstIds } from './ids.ts'
import { longTransaction, progress, type Stage } from './progress.ts'
import type { StagedOrganization } from './staged-row.ts'

/** The ids that are drawn for what is new, when it is to be made, and the business day of the work. */
type Given = { ids?: FirstIds | undefined; today: Day }

const namesAtOnce = 500
/** More spellings of one name than this are no organizations, and comparing each with each would take for ever. */
const namesakesAtMost = 2_000

/**
 * Finds out which organizations, projects and gifts the staged rows mean, and which of them are not known yet; new ones
 * get their ids here, when there are any. A page of names at a time, with all their rows: no statement is as large as
 * the file.
 */
export async function matchRows(stage: Stage, rows: number, given: Given): Promise<void> {
  const { db, id } = stage
  await progress(stage, { step: 'matching', done: 0, total: rows })
  for (const table of ['import_recipients', 'import_organizations', 'import_projects'] as const)
    await db.deleteFrom(table).where('import_id', '=', id).execute()
  // A freshly filled table has no statistics yet, and without them the joins are planned for a few rows.
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
    await longTransaction(db, (tx) =>
      matchNames(
        tx,
        id,
        names.map((name) => name.name_hash),
        given,
      ),
    )
    done += names.reduce((sum, name) => sum + name.rows, 0)
    await progress(stage, { step: 'matching', done })
    // What the planner knows of these tables is about earlier imports; it must not be far behind this one.
    if (isPowerOfTwo(page)) await analyzeMatches(db)
  }
  await analyzeMatches(db)
  await longTransaction(db, (tx) => mergeProjects(tx, id))
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

async function matchNames(tx: Db, id: number, names: string[], given: Given): Promise<void> {
  const { rows: recipients } = await sql<Recipient>`
    select recipient_hash, name_hash, min(n) as n, (array_agg(organization order by n))[1] as organization
    from import_rows
    where import_id = ${id} and refused is null and name_hash = any(${names}::uuid[])
    group by recipient_hash, name_hash
    order by 3`.execute(tx)
  const matched = matchPage(recipients, await knownOrganizations(tx, recipients))
  await storeMatches(tx, id, matched, given.ids)
  await countEqualRows(tx, id, names)
  await markKnownGifts(tx, id, names)
  await collectProjects(tx, id, names, given)
  const organizations = matched.matches.filter((match) => match.id !== undefined).map((match) => match.n!)
  await matchProjects(tx, id, organizations)
}

type KnownOrganization = { id: number; title: string; register_number: string; postcode: string }

/** Organizations the recipients may be: imported under their hash before, or of the same name. */
async function knownOrganizations(db: Db, recipients: Recipient[]) {
  const hashes = recipients.map((one) => one.recipient_hash)
  const titles = [...new Set(recipients.map((one) => one.organization.title))]
  const imported = await sql<{ id: number; import_key: string }>`
    select id, import_key from organizations where import_key = any(${hashes}::text[])`.execute(db)
  const named = await sql<KnownOrganization>`
    select id, title, register_number, postcode from organizations
    where md5(name_identity(title)) in (select md5(name_identity(title)) from unnest(${titles}::text[]) as given (title))
    order by id`.execute(db)
  const byName = Map.groupBy(named.rows, (row) => foldName(row.title))
  return { byHash: new Map(imported.rows.map((row) => [row.import_key, row.id])), byName }
}

type Match = Known & { id?: number; n?: number; fields?: StagedOrganization; hash: string }
type Known_ = Awaited<ReturnType<typeof knownOrganizations>>

/** The organizations of a page of names, and for each recipient the one that it means. */
function matchPage(recipients: Recipient[], { byHash, byName }: Known_) {
  const matches: Match[] = []
  const meant: (Omit<Recipient, 'organization'> & { match: Match })[] = []
  for (const group of Map.groupBy(recipients, (one) => one.name_hash).values()) {
    if (group.length > namesakesAtMost) throw new WorkFailed('too_many_namesakes')
    const { key } = group[0]!.organization
    const imported: Match[] = group.flatMap(({ recipient_hash, organization }) => {
      const id = byHash.get(recipient_hash)
      return id === undefined ? [] : [{ ...numbersOf(organization), id, hash: recipient_hash }]
    })
    const known: Match[] = [...imported, ...(byName.get(key) ?? []).map((row) => ({ ...row, key, hash: '' }))]
    for (const { recipient_hash, name_hash, organization, n } of group) {
      const own = imported.find((one) => one.hash === recipient_hash)
      let match = own ?? matchOrganization(known, organization)
      if (match?.id !== undefined) match = matches.find((one) => one.id === match!.id) ?? match
      if (!match) known.push((match = { ...numbersOf(organization), hash: recipient_hash }))
      if (match.n === undefined) matches.push(Object.assign(match, { n, fields: { ...organization } }))
      else match.fields = { ...organization, ...match.fields! }
      meant.push({ recipient_hash, name_hash, n, match })
    }
  }
  return { matches, meant }
}

function numbersOf({ key, register_number, postcode }: StagedOrganization): Known {
  return { key, register_number, postcode }
}

async function storeMatches(
  tx: Db,
  id: number,
  { matches, meant }: ReturnType<typeof matchPage>,
  ids?: FirstIds,
) {
  const organizations = matches.map(({ n, id: organization_id, fields, hash }) => {
    const { key: _key, slug, ...shown } = fields!
    const event = canonical({ ...shown, import_id: id })
    return { n, organization_id, fields, import_key: hash, slug_base: slug, event }
  })
  await sql`
    insert into import_organizations (import_id, n, organization_id, is_new, import_key, fields, slug_base, event)
    select ${id}, n, coalesce(organization_id, ${ids?.organizations ?? null}::bigint + n),
      organization_id is null, import_key, fields, slug_base, event
    from jsonb_to_recordset(${JSON.stringify(organizations)}::jsonb) as one (
      n integer, organization_id bigint, import_key text, fields jsonb, slug_base text, event text)`.execute(
    tx,
  )
  const recipients = meant.map(({ match, ...recipient }) => ({ ...recipient, organization_n: match.n }))
  await sql`
    insert into import_recipients (import_id, recipient_hash, name_hash, n, organization_n)
    select ${id}, recipient_hash, name_hash, n, organization_n
    from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb) as one (
      recipient_hash uuid, name_hash uuid, n integer, organization_n integer)`.execute(tx)
}

/**
 * One project per organization and folded title; its first row speaks for it, its need is the sum of its rows. What it
 * receives counts only while it is new: the ledger keeps the balance of the others.
 */
async function collectProjects(tx: Db, id: number, names: string[], { ids, today }: Given): Promise<void> {
  const event = sql`canonical_json(
    (project - 'key' - 'slug') || jsonb_build_object('target_cents', need_cents, 'import_id', ${id}::bigint))`
  await sql`
    insert into import_projects (import_id, n, organization_n, project_hash, project_id, need_cents, funded_cents,
      past_cents, past_on, received_on, slug_base, fields, event)
    select ${id}, n, organization_n, project_hash, ${ids?.projects ?? null}::bigint + n, need_cents,
      funded_cents, past_cents, past_on, received_on, project ->> 'slug', project - 'key' - 'slug', ${ids ? event : ''}
    from (
      select min(row.n) as n, organization_n, project_hash, sum(row.need_cents)::bigint as need_cents,
        coalesce(sum(row.amount_cents) filter (where not known), 0)::bigint as funded_cents,
        coalesce(sum(row.amount_cents) filter (where not known and ${isPast(today)}), 0)::bigint as past_cents,
        max(received_on) filter (where row.amount_cents > 0 and not known and ${isPast(today)}) as past_on,
        max(received_on) filter (where row.amount_cents > 0 and not known) as received_on,
        (array_agg(row.project order by row.n))[1] as project
      from import_rows row join import_recipients using (import_id, recipient_hash)
      where import_id = ${id} and row.refused is null and project_hash is not null
        and row.name_hash = any(${names}::uuid[])
      group by organization_n, project_hash
    ) found`.execute(tx)
}

/** Gifts of a past year are history (product.md §10), in a statement about staged rows named `row`. */
export const isPast = (today: Day) =>
  sql<boolean>`row.received_on < (select ${`${today.slice(0, 4)}-01-01`}::date)`

/** Key of a project that an import made: it is found again after its title was changed. */
export const projectKey = sql<string>`organization.organization_id || ':' || wanted.project_hash`

/** Finds the projects of known organizations: imported under their key before, or of the same title. */
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
 * An organization that has had two names may stand in a file under both: it then has a project of one title twice, of
 * which only the first is new.
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

/** Numbers equal rows: two equal gifts are two gifts, and the same two when the file comes again. */
async function countEqualRows(tx: Db, id: number, names: string[]): Promise<void> {
  const { rows } = await sql<{ n: number; occurrence: number }>`
    select n, occurrence::integer from (
      select n, import_rows.occurrence as was, row_number() over (partition by gift_hash order by n) as occurrence
      from import_rows
      where import_id = ${id} and refused is null and name_hash = any(${names}::uuid[]) and gift_hash is not null
    ) counted
    where occurrence <> was`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update import_rows set occurrence = counted.occurrence
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as counted (n integer, occurrence integer)
    where import_id = ${id} and import_rows.n = counted.n`.execute(tx)
}

/** Key of the gift that a staged row is. */
export const giftKey = sql<string>`gift_hash || ':' || occurrence`

async function markKnownGifts(tx: Db, id: number, names: string[]): Promise<void> {
  await sql`
    update import_rows row set known = not row.known
    where import_id = ${id} and refused is null and name_hash = any(${names}::uuid[]) and gift_hash is not null
      and known <> exists (select from fundings where import_key = ${giftKey})`.execute(tx)
}
