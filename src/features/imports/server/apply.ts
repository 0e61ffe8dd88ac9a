import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { fundingType } from '#shared/funding-type.ts'
import { recordStatus } from '#shared/statuses.ts'
import { audit, type AuditContext, auditOf, auditPrepared } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { type FundingType, fundingTypes } from '#features/ledger/funding-types.ts'
import { getPlatformFeatures } from '#features/platform-features/server/queries.ts'
import {
  checkWrittenSums,
  lastLedgerRow,
  postGiftsOf,
  postWrittenGifts,
} from '#features/ledger/server/gifts.ts'
import { textOf } from '#server/base/texts.ts'
import type { ImportCounts } from '../work-rules.ts'
import { lockOpenProjects, lockOrganizations } from './closed-records.ts'
import { WorkFailed } from './work-failed.ts'
import { isPast, projectKey } from './match.ts'
import { progressBeside, stopIfCancelled, type Stage } from './progress.ts'
import { saveRecipe } from './recipes.ts'
import type { ImportRecord } from './records.ts'
import { correctBooked } from './correct.ts'
import { recordTakenBack } from './reverse.ts'
import { giftKey, rowKey } from './row-keys.ts'

const chunkRows = 2_000

/**
 * Applies the matched rows of an import in the caller's transaction: organizations, projects with their need, gifts on
 * the ledger, audit events. New organizations and projects are complete but unreviewed, and request a review. Slugs
 * were chosen before (`chooseSlugs`). Throws WorkStopped when the import is cancelled meanwhile.
 */
export async function applyImport(
  tx: Db,
  stage: Stage,
  record: ImportRecord,
  { context, today, counts }: { context: AuditContext; today: Day; counts: ImportCounts },
): Promise<void> {
  const { id } = record
  // Lets the word indexes process new entries, and the last check its sums, in memory.
  await sql`set local work_mem = '64MB'`.execute(tx)
  const ledgerEnd = await lastLedgerRow(tx)
  const { organizations, projects, gifts } = counts
  const { filename: file, file_hash, options } = record
  await refuseSwitchedOffTypes(tx, record)
  await lockOrganizations(tx, id)
  const event = await audit(tx, context, {
    action: 'import',
    ...auditOf('import', { id, title: file }),
    after: { file_hash, options, ...counts },
  })
  await saveRecipe(tx, record, context)
  let done = 0
  const total = organizations.known + 3 * organizations.new + 2 * projects.new + gifts.new
  const each = async (table: Table, work: (range: Range) => Promise<void>) => {
    let last = 0
    for (;;) {
      await stopIfCancelled(tx, stage)
      await progressBeside(stage, {
        step: 'applying',
        done: Math.floor((counts.rows * Math.min(done, total)) / (total || 1)),
      })
      const range = await nextRange(tx, table, id, last)
      if (!range) return
      await work(range)
      last = range.to
      done += range.rows
    }
  }
  await each('import_organizations', (range) => insertOrganizations(tx, id, range, context.now))
  await each('import_recipients', (range) => storeSpellings(tx, id, range))
  await each('import_projects', (range) => insertProjects(tx, record, range, context.now))
  await storeUses(tx, id, counts)
  const giftsOf = (range: Range, is_new: boolean) => stagedGifts(id, range, is_new, { context, today, event })
  await each('import_rows', (range) => postWrittenGifts(tx, giftsOf(range, true)))
  await checkWrittenSums(tx, newProjects(id), ledgerEnd)
  if (projects.known > 0)
    await each('import_rows', async (range) => {
      const gifts = giftsOf(range, false)
      await lockOpenProjects(tx, gifts)
      await postGiftsOf(tx, gifts)
    })
  await recordTakenBack(tx, id)
  const reason = textOf(options.language, 'imports.corrected_by', { file })
  await correctBooked(tx, id, { context, today, reason, event })
  for (const kind of ['organization', 'project'] as const)
    await each(`import_${kind}s`, (range) =>
      auditPrepared(tx, context, { action: 'create', object_type: kind }, createdEvents(kind, id, range)),
    )
}

type Table = 'import_organizations' | 'import_recipients' | 'import_projects' | 'import_rows'
type Range = { from: number; to: number; rows: number }

const news = {
  import_organizations: sql`is_new`,
  import_recipients: sql`true`,
  import_projects: sql`is_new`,
  import_rows: sql`gift_hash is not null and not known and amount_cents > 0`,
}

async function nextRange(tx: Db, table: Table, id: number, last: number): Promise<Range | undefined> {
  const isNew = news[table]
  const { rows } = await sql<{ to: number | null; rows: number }>`
    select max(n) as to, count(*) as rows from (
      select n from ${sql.table(table)} where import_id = ${id} and ${isNew} and n > ${last} order by n limit ${chunkRows}
    ) page`.execute(tx)
  const { to, rows: found } = rows[0]!
  return to === null ? undefined : { from: last + 1, to, rows: found }
}

async function insertOrganizations(tx: Db, id: number, { from, to }: Range, now: Date): Promise<void> {
  // The preview's token: two random UUIDs are 244 random bits.
  await sql`
    insert into organizations (id, slug, title, preview_token, email_contact, street, postcode, city, register_number,
      bank_account_holder, iban, bic, review_status, content_review_status, nonprofit_review_status,
      voting_review_status, needs_voting_review, status, needs_review, import_id, created_at, updated_at)
    overriding system value
    select organization_id, slug, fields ->> 'title',
      replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), coalesce(fields ->> 'email', ''),
      coalesce(fields ->> 'street', ''), coalesce(fields ->> 'postcode', ''), coalesce(fields ->> 'city', ''),
      coalesce(fields ->> 'register_number', ''), coalesce(fields -> 'bank' ->> 'bank_account_holder', ''), coalesce(fields -> 'bank' ->> 'iban', ''),
      coalesce(fields -> 'bank' ->> 'bic', ''), ${outcomeOf('review_status')}, ${outcomeOf('content_review_status')},
      ${outcomeOf('nonprofit_review_status')}, ${outcomeOf('voting_review_status')}, ${flagOf('needs_voting_review', false)},
      ${sql.lit(recordStatus.complete)}, ${flagOf('needs_review', true)}, ${id}::bigint, ${now}, ${now}
    from import_organizations wanted
    where import_id = ${id} and is_new and n between ${from} and ${to}
    order by n`.execute(tx)
}

/** A review outcome or flag from the staged row `wanted`; otherwise the default of imported records. */
const outcomeOf = (column: string) => sql`(wanted.fields -> 'reviews' ->> ${sql.lit(column)})::smallint`
const flagOf = (column: string, otherwise: boolean) =>
  sql`coalesce((wanted.fields -> 'reviews' ->> ${sql.lit(column)})::boolean, ${sql.lit(otherwise)})`

/** A matched spelling stays matched, even if other spellings are added later (identity.ts). */
async function storeSpellings(tx: Db, id: number, { from, to }: Range): Promise<void> {
  await sql`
    insert into organization_spellings (spelling, organization_id, name_hash, register_number, postcode, import_id)
    select recipient.recipient_hash, organization.organization_id, recipient.name_hash,
      coalesce(row.organization ->> 'register_number', ''), coalesce(row.organization ->> 'postcode', ''),
      ${id}::bigint
    from import_recipients recipient
    join import_organizations organization
      on organization.import_id = recipient.import_id and organization.n = recipient.organization_n
    join import_rows row on row.import_id = recipient.import_id and row.n = recipient.n
    where recipient.import_id = ${id} and recipient.n between ${from} and ${to}
    on conflict (spelling) do nothing`.execute(tx)
}

async function insertProjects(tx: Db, record: ImportRecord, { from, to }: Range, now: Date): Promise<void> {
  const { id, options } = record
  await sql`
    insert into projects (id, slug, title, organization_id, description, status, needs_donation_review, review_status,
      content_review_status, voting_review_status, needs_voting_review, is_banned, funding_type, starts_on, ends_on,
      import_key, target_cents, funded_cents, settled_cents, paid_cents, arrived_cents, allocated_on, settled_on, paid_on,
      arrived_on, import_id, created_at, updated_at)
    overriding system value
    select wanted.project_id, wanted.slug, wanted.fields ->> 'title', organization.organization_id,
      concat_ws(E'\n\n', wanted.fields ->> 'description', wanted.fields ->> 'topic'), ${sql.lit(recordStatus.complete)},
      ${flagOf('needs_donation_review', true)}, ${outcomeOf('review_status')}, ${outcomeOf('content_review_status')},
      ${outcomeOf('voting_review_status')}, ${flagOf('needs_voting_review', false)}, ${flagOf('is_banned', false)},
      ${fundingTypeOf(options.funding_type)}, (wanted.fields ->> 'starts_on')::date,
      (wanted.fields ->> 'ends_on')::date, ${projectKey}, wanted.need_cents, wanted.funded_cents, past_cents, past_cents,
      past_cents, received_on, past_on, past_on, past_on, ${id}::bigint, ${now}, ${now}
    from import_projects wanted
    join import_organizations organization
      on organization.import_id = wanted.import_id and organization.n = wanted.organization_n
    where wanted.import_id = ${id} and wanted.is_new and wanted.n between ${from} and ${to}
    order by wanted.n`.execute(tx)
  // If a file's single needs do not cover its rows, the rest becomes one more need.
  await sql`
    with single as (
      select wanted.project_id, need ->> 'title' as title, (need ->> 'amount_cents')::bigint as cents, place
      from import_projects wanted
      cross join jsonb_array_elements(wanted.fields -> 'needs') with ordinality as one (need, place)
      where wanted.import_id = ${id} and wanted.is_new and wanted.n between ${from} and ${to}
    ), told as (select project_id, sum(cents)::bigint as cents, count(*) as places from single group by project_id)
    insert into needs (project_id, title, amount_cents, position)
    select project_id, title, cents, place - 1 from single
    union all
    select wanted.project_id, ${textOf(options.language, 'imports.need_title')},
      wanted.need_cents - coalesce(told.cents, 0), coalesce(told.places, 0)
    from import_projects wanted left join told using (project_id)
    where wanted.import_id = ${id} and wanted.is_new and wanted.n between ${from} and ${to}
      and wanted.need_cents > coalesce(told.cents, 0)`.execute(tx)
}

/**
 * Records the earlier imports that this one relies on, because undoing them would remove its records. An import without
 * new records relies on nothing. Must run before its own gifts are booked and become known.
 */
async function storeUses(tx: Db, id: number, counts: ImportCounts): Promise<void> {
  const { organizations, projects, gifts, taken_back } = counts
  if (organizations.new + projects.new + gifts.new + (taken_back?.gifts ?? 0) === 0) return
  await sql`
    insert into import_uses (import_id, used_id)
    select distinct ${id}::bigint, used_id from (
      select spelling.import_id as used_id from import_recipients recipient
      join organization_spellings spelling on spelling.spelling = recipient.recipient_hash
      where recipient.import_id = ${id}
      union all
      select organizations.import_id from import_organizations staged
      join organizations on organizations.id = staged.organization_id
      where staged.import_id = ${id} and not staged.is_new
      union all
      select projects.import_id from import_projects staged join projects on projects.id = staged.project_id
      where staged.import_id = ${id} and not staged.is_new
      union all
      select fundings.import_id from import_rows row join fundings on fundings.import_key = ${giftKey}
      where row.import_id = ${id} and row.known
      union all
      select taken.import_id from import_rows row join import_taken_back taken on taken.key = ${rowKey}
      where row.import_id = ${id} and row.known
      union all
      select unnest(array[fundings.import_id, earlier.import_id]) from import_rows row
      join fundings on fundings.id = row.takes_id
      left join import_corrections earlier on earlier.slug = fundings.slug
      where row.import_id = ${id}
    ) used
    where used_id <> ${id}
    on conflict do nothing`.execute(tx)
}

// New projects cannot get a funding type that is switched off; existing ones keep theirs.
async function refuseSwitchedOffTypes(tx: Db, { id, options }: ImportRecord): Promise<void> {
  const { rows } = await sql<{ type: FundingType }>`
    select distinct ${fundingTypeOf(options.funding_type)} as type from import_projects wanted
    where import_id = ${id} and is_new`.execute(tx)
  const features = await getPlatformFeatures(tx)
  if (rows.some(({ type }) => !features[fundingTypes[type].feature]))
    throw new WorkFailed('funding_type_switched_off')
}

/** Our funding type for a word of the file; unknown words become the type chosen for the import. */
function fundingTypeOf(chosen: FundingType) {
  const donation = sql.lit(fundingType.donation)
  const sponsoring = sql.lit(fundingType.sponsoring)
  const foundation = sql.lit(fundingType.foundation)
  const savings = sql.lit(fundingType.profitSavings)
  return sql`(case fold(coalesce(wanted.fields ->> 'funding_type', ''))
    when 'donation' then ${donation} when 'spende' then ${donation}
    when 'sponsoring' then ${sponsoring}
    when 'foundation' then ${foundation} when 'stiftung' then ${foundation} when 'stiftungsforderung' then ${foundation}
    when 'gewinnsparen' then ${savings} when 'profit-savings' then ${savings} when 'profit_savings' then ${savings}
    else ${chosen}::integer end)::smallint`
}

/** New gifts of new or known projects, in the ledger's form; those of a past year are history (product.md §10). */
function stagedGifts(
  id: number,
  { from, to }: Range,
  isNew: boolean,
  { context: { actor, now }, today, event }: { context: AuditContext; today: Day; event: number },
) {
  return sql`(
    select row.n as place, 'g-' || left(replace(gen_random_uuid()::text, '-', ''), 24) as slug, wanted.project_id,
      projects.funding_type, row.amount_cents, row.received_on, 'import'::text as source, ${noteOfRow} as note,
      ${actor.id}::bigint as created_by, ${now}::timestamptz as now, ${giftKey} as import_key, ${id}::bigint as import_id,
      ${isPast(today)} as is_past, ${event}::bigint as audit_event_id,
      nullif(row.currency, 'EUR') as source_currency,
      case when row.currency <> 'EUR' then row.source_cents end as source_cents
    from import_rows row
    join import_recipients recipient
      on recipient.import_id = row.import_id and recipient.recipient_hash = row.recipient_hash
    join import_projects wanted
      on wanted.import_id = row.import_id and wanted.organization_n = recipient.organization_n
        and wanted.project_hash = row.project_hash
    join projects on projects.id = wanted.project_id
    where row.import_id = ${id} and row.gift_hash is not null and not row.known and row.amount_cents > 0 and wanted.is_new = ${isNew}
      and row.n between ${from} and ${to}
  ) gift`
}

/** For a gift reduced by other rows, the note contains the original and the reversed amount. */
const noteOfRow = sql`case when row.gross_cents is null then row.note else concat_ws('; ', nullif(row.note, ''),
  row.currency || ' ' || ${decimal(sql`row.gross_source_cents`)} || ' - '
    || ${decimal(sql`row.gross_source_cents - row.source_cents`)}) end`

function decimal(cents: RawBuilder<unknown>) {
  return sql`to_char((${cents}) / 100.0, 'FM999999999999990.00')`
}

const newProjects = (id: number) =>
  sql`select project_id from import_projects where import_id = ${id} and is_new`

function createdEvents(kind: 'organization' | 'project', id: number, { from, to }: Range) {
  return sql`(
    select n as place, ${sql.ref(`${kind}_id`)} as object_id, fields ->> 'title' as object_title, event
    from ${sql.table(`import_${kind}s`)} where import_id = ${id} and is_new and n between ${from} and ${to})`
}
