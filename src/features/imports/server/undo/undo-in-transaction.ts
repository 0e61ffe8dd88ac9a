import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { recordStatus } from '#shared/statuses.ts'
import { audit, type AuditContext, auditOf, auditPrepared } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { reverseImportedGifts } from '#features/ledger/server/undone-gifts.ts'
import { progressBeside, type Stage, stopIfCancelled } from '../progress.ts'
import type { ImportRecord } from '../records.ts'
import { restoreCorrected } from '../correct.ts'
import type { UndoCounts } from './counts.ts'
import { cancelImportedPayouts } from './payouts.ts'

const atOnce = 2_000

/**
 * Undoes an import in the caller's transaction, which holds its rows (`lockImported`): mirrors each of its bookings on
 * the original day, cancels its payouts, deletes its stored spellings, and removes its projects and organizations.
 * Throws WorkStopped when it is cancelled meanwhile.
 */
export async function undoInTransaction(
  tx: Db,
  stage: Stage,
  record: ImportRecord,
  {
    context,
    today,
    reason,
    counts,
  }: { context: AuditContext; today: Day; reason: string; counts: UndoCounts },
): Promise<void> {
  const { id, filename } = record
  await sql`set local work_mem = '64MB'`.execute(tx)
  const event = await audit(tx, context, {
    action: 'undo',
    ...auditOf('import', { id, title: filename }),
    before: { state: 'done' },
    after: { state: 'undone', reason, ...counts },
  })
  const total = counts.gifts + counts.projects + counts.organizations
  let done = 0
  const each = async (table: 'fundings' | 'payouts' | 'projects' | 'organizations', work: Work) => {
    for (let last = 0; ;) {
      await stopIfCancelled(tx, stage)
      await progressBeside(stage, { step: 'undoing', done: Math.min(done, total) })
      const page = await nextIds(tx, table, id, last)
      if (page.length === 0) return
      await work(sql`any(${page}::bigint[])`, page)
      last = page.at(-1)!
      if (table !== 'payouts') done += page.length
    }
  }
  await each('fundings', (ids) => reverseImportedGifts(tx, { ids, context, today, reason, event }))
  await each('payouts', (_ids, page) => cancelImportedPayouts(tx, page, today))
  await sql`
    delete from organization_spellings
    where import_id = ${id} or organization_id in (select id from organizations where import_id = ${id})`.execute(
    tx,
  )
  for (const table of ['import_uses', 'import_taken_back'] as const)
    await tx.deleteFrom(table).where('import_id', '=', id).execute()
  await restoreCorrected(tx, id, { context, today, reason, event })
  await each('projects', async (ids) => {
    await recordRemoval(tx, context, 'project', id, ids)
    await removeProjects(tx, ids, context.now)
  })
  await each('organizations', async (ids) => {
    await recordRemoval(tx, context, 'organization', id, ids)
    await removeOrganizations(tx, ids, context.now)
  })
}

type Ids = RawBuilder<unknown>
type Work = (ids: Ids, page: number[]) => Promise<void>

/** The next rows of an import by id, without those already undone. */
async function nextIds(
  tx: Db,
  table: 'fundings' | 'payouts' | 'projects' | 'organizations',
  id: number,
  last: number,
): Promise<number[]> {
  const stands = table === 'projects' || table === 'organizations' ? sql`true` : sql`undone_on is null`
  // A payout that staff cancelled is removed with its project.
  const own =
    table === 'payouts'
      ? sql`(import_id = ${id} or project_id in (select id from projects where import_id = ${id}))`
      : sql`import_id = ${id}`
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${own} and ${stands} and id > ${last} order by id limit ${atOnce}`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** Audits each removal before the record is gone. */
function recordRemoval(
  tx: Db,
  context: AuditContext,
  kind: 'project' | 'organization',
  id: number,
  ids: Ids,
): Promise<void> {
  const prepared = sql`(
    select id as place, id as object_id, title as object_title,
      canonical_json(jsonb_build_object('import_id', ${id}::bigint, 'slug', slug)) as event
    from ${sql.table(`${kind}s`)} where id = ${ids})`
  return auditPrepared(tx, context, { action: 'delete', object_type: kind }, prepared)
}

/** Only what the journal shows stays; "~" appears in no URL, so the names are free again. */
const gone = (now: Date) => sql`
  slug = '~' || id, status = ${sql.lit(recordStatus.removed)}, previous_status = null, description = '', needs_voting_review = false,
  internal_status_id = null, version = version + 1, updated_at = ${now}`

async function removeProjects(tx: Db, ids: Ids, now: Date): Promise<void> {
  await sql`
    update projects set ${gone(now)}, needs_donation_review = false, import_key = null
    where id = ${ids}`.execute(tx)
}

async function removeOrganizations(tx: Db, ids: Ids, now: Date): Promise<void> {
  await sql`
    update organizations set ${gone(now)}, needs_review = false, email_contact = '', street = '', postcode = '', city = '',
      register_number = '', bank_account_holder = '', iban = '', bic = ''
    where id = ${ids}`.execute(tx)
}
