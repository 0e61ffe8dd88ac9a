import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { auditAll, type AuditContext, type AuditEvent } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import type { FundingType } from '#features/reviews/labels.ts'
import { type ConfirmedGift, postConfirmedGifts } from '#features/ledger/server/queries.ts'
import { moveBusinessDay } from '#features/projects/server/list.ts'
import { textOf } from '#features/texts.ts'
import type { ImportCounts } from '../work-rules.ts'
import { giftKey, projectKey } from './match.ts'
import { stopIfAsked, type Stage } from './progress.ts'
import type { ImportRecord } from './records.ts'
import { chooseSlugs } from './slugs.ts'

const chunkRows = 2_000

/**
 * Makes the matched rows of an import real, in the caller's transaction: organizations, projects with their need, gifts
 * on the ledger, audit events. New organizations and projects are complete but not reviewed, and ask for a review.
 * Throws ImportStopped when the import is cancelled meanwhile.
 */
export async function applyImport(
  tx: Db,
  stage: Stage,
  record: ImportRecord,
  { context, today, counts }: { context: AuditContext; today: Day; counts: ImportCounts },
): Promise<void> {
  await moveBusinessDay(tx, today)
  await chooseSlugs(tx, 'organizations', record.id)
  await chooseSlugs(tx, 'projects', record.id)
  const each = async (table: Table, work: (range: Range) => Promise<void>) => {
    let last = 0
    for (;;) {
      await stopIfAsked(tx, stage)
      const range = await nextRange(tx, table, record.id, last)
      if (!range) return
      await work(range)
      last = range.to
    }
  }
  await each('import_organizations', (range) => insertOrganizations(tx, record.id, range, context.now))
  await each('import_projects', (range) => insertProjects(tx, record, range, context.now))
  await each('import_rows', (range) => insertGifts(tx, record.id, range, context))
  // The audit chain has one end, so it is held only for the rest of the transaction.
  await each('import_organizations', (range) => auditOrganizations(tx, record.id, range, context))
  await each('import_projects', (range) => auditProjects(tx, record.id, range, context))
  const { filename: file, file_hash, options } = record
  await auditAll(tx, context, [
    {
      action: 'import',
      object_type: 'import',
      object_id: record.id,
      object_title: file,
      after: { file_hash, options, ...counts },
    },
  ])
}

type Table = 'import_organizations' | 'import_projects' | 'import_rows'
type Range = { from: number; to: number }

/** The next rows of a table by their place in the file. */
async function nextRange(tx: Db, table: Table, id: number, last: number): Promise<Range | undefined> {
  const { rows } = await sql<{ to: number | null }>`
    select max(n) as to from (
      select n from ${sql.table(table)} where import_id = ${id} and n > ${last} order by n limit ${chunkRows}
    ) page`.execute(tx)
  const to = rows[0]!.to
  return to === null ? undefined : { from: last + 1, to }
}

async function insertOrganizations(tx: Db, id: number, { from, to }: Range, now: Date): Promise<void> {
  // The preview's token: two random UUIDs are 244 random bits.
  await sql`
    with added as (
      insert into organizations (slug, title, preview_token, email_contact, street, postcode, city, register_number,
        status, needs_review, import_key, created_at, updated_at)
      select slug, fields ->> 'title', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
        coalesce(fields ->> 'email', ''), coalesce(fields ->> 'street', ''), coalesce(fields ->> 'postcode', ''),
        coalesce(fields ->> 'city', ''), coalesce(fields ->> 'register_number', ''), 2, true, import_key, ${now}, ${now}
      from import_organizations
      where import_id = ${id} and is_new and n between ${from} and ${to}
      order by n
      returning id, import_key
    )
    update import_organizations set organization_id = added.id
    from added where import_id = ${id} and is_new and import_organizations.import_key = added.import_key`.execute(
    tx,
  )
}

async function insertProjects(tx: Db, record: ImportRecord, { from, to }: Range, now: Date): Promise<void> {
  const { id, options } = record
  const here = sql`wanted.import_id = ${id} and wanted.is_new and wanted.n between ${from} and ${to}`
  const organization = sql`
    join import_organizations organization
      on organization.import_id = wanted.import_id and organization.n = wanted.organization_n`
  await sql`
    with added as (
      insert into projects (slug, title, organization_id, description, status, needs_donation_review, funding_type,
        starts_on, ends_on, import_key, target_cents, created_at, updated_at)
      select wanted.slug, project ->> 'title', organization.organization_id,
        concat_ws(E'\n\n', project ->> 'description', project ->> 'topic'), 2, true,
        ${fundingTypeOf(options.funding_type)}, (project ->> 'starts_on')::date, (project ->> 'ends_on')::date,
        ${projectKey}, wanted.need_cents, ${now}, ${now}
      from import_projects wanted ${organization}
      join import_rows row on row.import_id = wanted.import_id and row.n = wanted.n
      where ${here}
      order by wanted.n
      on conflict (import_key) do nothing
      returning id, import_key, target_cents
    ), needed as (
      insert into needs (project_id, title, amount_cents, position)
      select id, ${textOf(options.language, 'imports.need_title')}, target_cents, 0 from added where target_cents > 0
    )
    select count(*) from added`.execute(tx)
  await sql`
    update import_projects wanted set project_id = projects.id
    from import_organizations organization, projects
    where ${here} and organization.import_id = ${id} and organization.n = wanted.organization_n
      and projects.import_key = ${projectKey}`.execute(tx)
}

/** The product's funding type for a word of the file; words it does not know become the one chosen for the import. */
function fundingTypeOf(chosen: FundingType) {
  return sql`(case fold(coalesce(project ->> 'funding_type', ''))
    when 'donation' then 1 when 'spende' then 1
    when 'sponsoring' then 2
    when 'foundation' then 3 when 'stiftung' then 3 when 'stiftungsforderung' then 3
    when 'gewinnsparen' then 4 when 'profit-savings' then 4
    else ${chosen}::integer end)::smallint`
}

async function insertGifts(tx: Db, id: number, { from, to }: Range, context: AuditContext): Promise<void> {
  const { rows } = await sql<Omit<ConfirmedGift, 'source' | 'now' | 'created_by'>>`
    select project_id, projects.funding_type, amount_cents, received_on, note, key as import_key
    from (
      select import_recipients.organization_n, project_hash, amount_cents, received_on, note,
        import_rows.n, ${giftKey} as key
      from import_rows join import_recipients using (import_id, recipient_hash)
      where import_id = ${id} and gift_hash is not null and not known and import_rows.n between ${from} and ${to}
    ) gift
    join import_projects wanted
      on wanted.import_id = ${id} and wanted.organization_n = gift.organization_n
        and wanted.project_hash = gift.project_hash
    join projects on projects.id = wanted.project_id
    order by gift.n`.execute(tx)
  const { actor, now } = context
  await postConfirmedGifts(
    tx,
    rows.map((gift) => ({ ...gift, source: 'import', created_by: actor.id, now })),
  )
}

async function auditOrganizations(tx: Db, id: number, { from, to }: Range, context: AuditContext) {
  const { rows } = await sql<{ object_id: number; object_title: string; after: Record<string, unknown> }>`
    select organization_id as object_id, fields ->> 'title' as object_title, fields - 'key' - 'slug' as after
    from import_organizations where import_id = ${id} and is_new and n between ${from} and ${to} order by n`.execute(
    tx,
  )
  await auditAll(tx, context, rows.map(created('organization', id)))
}

async function auditProjects(tx: Db, id: number, { from, to }: Range, context: AuditContext) {
  const { rows } = await sql<{ object_id: number; object_title: string; after: Record<string, unknown> }>`
    select wanted.project_id as object_id, project ->> 'title' as object_title,
      (project - 'key' - 'slug') || jsonb_build_object('target_cents', wanted.need_cents) as after
    from import_projects wanted join import_rows row using (import_id, n)
    where wanted.import_id = ${id} and is_new and n between ${from} and ${to} order by n`.execute(tx)
  await auditAll(tx, context, rows.map(created('project', id)))
}

function created(object_type: 'organization' | 'project', import_id: number) {
  return (row: { object_id: number; object_title: string; after: Record<string, unknown> }): AuditEvent => ({
    action: 'create',
    object_type,
    object_id: row.object_id,
    object_title: row.object_title,
    after: { ...row.after, import_id },
  })
}
