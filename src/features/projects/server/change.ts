import type { z } from 'zod'
import { audit, type AuditContext, auditOf, differences } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { freeSlug } from '#server/db/free-slug.ts'
import { getPlatformFeatures } from '#features/platform-features/server/queries.ts'
import {
  checkAnswers,
  type GivenAnswers,
  namedAnswers,
  namedChecked,
  writeAnswers,
} from '#features/additional-fields/server/answers.ts'
import { type FundingType, fundingTypes } from '#features/ledger/funding-types.ts'
import { recordStatus } from '#shared/statuses.ts'
import type { projects } from '../contract.ts'
import { hasLedgerRows, needsOf, type StoredDetail } from './queries.ts'

type NewProject = z.output<typeof projects.create.body>
type ProjectChange = z.output<typeof projects.change.body>

/** Resolves the slugs of a form to ids and locks these rows; 400 at the field of an unknown slug. */
async function references(
  tx: Db,
  body: {
    organization_slug?: string
    individual_bank_account?: string | null
    internal_status?: string | null
  },
  now?: Pick<StoredDetail, 'organization_id'>,
) {
  const columns: {
    organization_id?: number
    individual_bank_account_id?: number | null
    internal_status_id?: number | null
  } = {}
  if (body.organization_slug !== undefined) {
    const row = await tx
      .selectFrom('organizations')
      .select(['id', 'status'])
      .where('slug', '=', body.organization_slug)
      .forShare()
      .executeTakeFirst()
    if (!row) throw invalid({ organization_slug: 'projects.organization_required' })
    if (row.status === recordStatus.archived && row.id !== now?.organization_id)
      throw invalid({ organization_slug: 'projects.organization_archived' })
    columns.organization_id = row.id
  }
  if (body.individual_bank_account !== undefined)
    columns.individual_bank_account_id = await idOfAccount(tx, body.individual_bank_account)
  if (body.internal_status !== undefined)
    columns.internal_status_id = await idOfInternalStatus(tx, body.internal_status)
  return columns
}

async function idOfAccount(tx: Db, slug: string | null): Promise<number | null> {
  if (slug === null || slug === '') return null
  const row = await tx
    .selectFrom('individual_bank_accounts')
    .select('id')
    .where('slug', '=', slug)
    .forShare()
    .executeTakeFirst()
  if (!row) throw invalid({ individual_bank_account: 'validation.unknown_value' })
  return row.id
}

async function idOfInternalStatus(tx: Db, slug: string | null): Promise<number | null> {
  if (slug === null || slug === '') return null
  const row = await tx
    .selectFrom('internal_statuses')
    .select('id')
    .where('subject', '=', 'project')
    .where('slug', '=', slug)
    .forShare()
    .executeTakeFirst()
  if (!row) throw invalid({ internal_status: 'validation.unknown_value' })
  return row.id
}

// A disabled funding type is no longer offered; projects that have it keep it (product.md §5).
async function refuseSwitchedOff(tx: Db, fundingType: FundingType): Promise<void> {
  const features = await getPlatformFeatures(tx)
  if (!features[fundingTypes[fundingType].feature])
    throw invalid({ funding_type: 'projects.funding_type_switched_off' })
}

/** Creates a project with its needs; returns its slug. */
export async function createProject(tx: Db, context: AuditContext, body: NewProject): Promise<string> {
  const { needs, additional, ...others } = body
  const { organization_slug: _, individual_bank_account: __, internal_status: ___, ...columns } = others
  await refuseSwitchedOff(tx, body.funding_type)
  const slug = await freeSlug(tx, 'projects', body.title)
  const { organization_id, ...referred } = await references(tx, body)
  const answers = additional ? await checkAnswers(tx, additional, true) : []
  const { id } = await tx
    .insertInto('projects')
    .values({
      ...columns,
      ...referred,
      organization_id: organization_id!,
      slug,
      created_at: context.now,
      updated_at: context.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertNeeds(tx, id, inPlaces(needs))
  await writeAnswers(tx, id, answers)
  const after = { ...others, needs, ...namedChecked(answers) }
  await audit(tx, context, {
    action: 'create',
    ...auditOf('project', { id, title: body.title }),
    after,
  })
  return slug
}

/**
 * Changes a locked project. It records only differences and writes nothing when there are none. Returns the id of the audit
 * event.
 */
export async function changeProject(
  tx: Db,
  context: AuditContext,
  row: StoredDetail,
  body: Omit<ProjectChange, 'version'>,
): Promise<number | undefined> {
  const changes = await writeProject(tx, context, row, body)
  if (Object.keys(changes.after).length === 0) return undefined
  const kept = dependentValues(row, changes)
  return audit(tx, context, {
    action: 'change',
    ...auditOf('project', { id: row.id, title: body.title ?? row.title }),
    before: { ...changes.before, ...kept },
    after: changes.after,
  })
}

/** The same without the audit event, which the caller writes. Returns the changes. */
export async function writeProject(
  tx: Db,
  context: Pick<AuditContext, 'now'>,
  row: StoredDetail,
  body: Omit<ProjectChange, 'version'>,
): Promise<ReturnType<typeof differences<Record<string, unknown>>>> {
  const { needs, additional, ...others } = body
  const { organization_slug: _, individual_bank_account: __, internal_status: ___, ...plain } = others
  if ((plain.starts_on ?? row.starts_on ?? '') > (plain.ends_on ?? row.ends_on ?? '9999'))
    if (plain.starts_on !== null && plain.ends_on !== null)
      throw invalid({ ends_on: 'projects.ends_before_start' })
  if (plain.funding_type !== undefined && plain.funding_type !== row.funding_type)
    await refuseSwitchedOff(tx, plain.funding_type)
  const columns = { ...plain, ...(await references(tx, body, row)) }
  const answers = await checkAnswers(tx, changedAnswers(row, additional))
  const status = statusColumns(row, columns.status)
  const said = { ...others, ...namedChecked(answers) }
  const changes = differences<Record<string, unknown>>(
    await wireValues(tx, row, { ...said, ...(needs ? { needs } : {}) }),
    { ...said, ...(needs ? { needs: inWords(needs) } : {}) },
  )
  if (Object.keys(changes.after).length === 0) return changes
  await tx
    .updateTable('projects')
    .set({ ...columns, ...status, version: row.version + 1, updated_at: context.now })
    .where('id', '=', row.id)
    .execute()
  if (needs) await replaceNeeds(tx, row.id, needs)
  await writeAnswers(tx, row.id, answers)
  return changes
}

// Unchanged answers need no validation: a form sends all of its answers.
function changedAnswers({ additional }: StoredDetail, given: GivenAnswers = {}): GivenAnswers {
  return Object.fromEntries(
    Object.entries(given).filter(([key, answer]) => (additional[key] ?? null) !== answer),
  )
}

// Values that depend on a changed field and are overwritten with it. An undo restores them as well.
function dependentValues(
  row: StoredDetail,
  { after }: { after: Record<string, unknown> },
): Record<string, unknown> {
  const since = (['needs_donation_review', 'needs_voting_review'] as const).flatMap((flag) => {
    return after[flag] === false ? [[`${flag}_since`, row[`${flag}_since`]] as const] : []
  })
  const archivedFrom =
    'status' in after && row.status === recordStatus.archived && row.previous_status !== null
  return {
    ...Object.fromEntries(since),
    ...(archivedFrom ? { previous_status: row.previous_status } : {}),
  }
}

// Archiving keeps the status it overwrites, so that restoring brings it back (product.md §1).
function statusColumns(row: StoredDetail, status: number | undefined): { previous_status?: number | null } {
  if (status === undefined || status === row.status) return {}
  if (status === recordStatus.archived) return { previous_status: row.status }
  return row.status === recordStatus.archived ? { previous_status: null } : {}
}

/** Current values of the keys that a change names, in the wire format that audit events use. */
export async function wireValues(tx: Db, row: StoredDetail, body: object): Promise<Record<string, unknown>> {
  return valuesOn(row, body, 'needs' in body ? await needsOf(tx, [row.id]) : [])
}

/** The same with the needs already loaded. */
export function valuesOn(row: StoredDetail, body: object, needs: NeedInput[]): Record<string, unknown> {
  const all: Record<string, unknown> = {
    ...row,
    individual_bank_account: row.account_slug,
    internal_status: row.internal_slug,
    needs: inWords(needs),
    ...namedAnswers(row.additional),
  }
  return Object.fromEntries(Object.keys(body).map((key) => [key, all[key] ?? null]))
}

const inWords = (needs: NeedInput[]) => needs.map(({ title, amount_cents }) => ({ title, amount_cents }))

type NeedInput = { id?: number; title: string; amount_cents: number }

type PlacedNeed = NeedInput & { position: number }
const inPlaces = (needs: NeedInput[]): PlacedNeed[] => needs.map((need, position) => ({ ...need, position }))

async function insertNeeds(tx: Db, projectId: number, needs: PlacedNeed[]): Promise<void> {
  if (needs.length === 0) return
  const rows = needs.map(({ title, amount_cents, position }) => ({
    project_id: projectId,
    title,
    amount_cents,
    position,
  }))
  await tx.insertInto('needs').values(rows).execute()
}

/** Replaces the needs and their order. 409 once money has come in, unless nothing differs. */
async function replaceNeeds(tx: Db, projectId: number, needs: NeedInput[]): Promise<void> {
  const known = await needsOf(tx, [projectId])
  const same =
    known.length === needs.length &&
    known.every(
      (need, index) => need.title === needs[index]!.title && need.amount_cents === needs[index]!.amount_cents,
    )
  if (same) return
  if (await hasLedgerRows(tx, projectId)) throw conflict('needs_frozen')
  // A need sent with its id keeps its row; all others are inserted.
  const free = new Set(known.map(({ id }) => id))
  const kept: PlacedNeed[] = []
  const fresh: PlacedNeed[] = []
  for (const need of inPlaces(needs))
    if (need.id !== undefined && free.delete(need.id)) kept.push(need)
    else fresh.push(need)
  if (free.size > 0)
    await tx
      .deleteFrom('needs')
      .where('id', 'in', [...free])
      .execute()
  for (const { id, ...columns } of kept)
    await tx.updateTable('needs').set(columns).where('id', '=', id!).execute()
  await insertNeeds(tx, projectId, fresh)
}
