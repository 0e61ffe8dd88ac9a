import type { z } from 'zod'
import { audit, type AuditContext, auditOf, differences } from '#server/audit/audit.ts'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { randomToken } from '#server/base/tokens.ts'
import { freeSlug } from '#server/db/free-slug.ts'
import type { organizations } from '../contract.ts'
import { isPostalCode } from '#shared/postal-code.ts'
import { recordStatus } from '#shared/statuses.ts'
import { type Exemption, isFutureProof } from '../rules.ts'
import type { StoredDetail } from './queries.ts'

type NewOrganization = z.output<typeof organizations.create.body>
type OrganizationChange = Omit<z.output<typeof organizations.change.body>, 'version'>

/** Creates an organization with a fresh preview token; returns its slug. */
export async function createOrganization(
  tx: Db,
  { today, ...context }: AuditContext & { today: Day },
  body: NewOrganization,
): Promise<string> {
  checkPostcode(body)
  checkExemption({ exemption_kind: 'none', exemption_date: null, exemption_ends_on: null, ...body }, today)
  const { internal_status: _, ...columns } = body
  const slug = await freeSlug(tx, 'organizations', body.title)
  const { id } = await tx
    .insertInto('organizations')
    .values({
      ...columns,
      ...(await references(tx, body)),
      slug,
      preview_token: randomToken(),
      created_at: context.now,
      updated_at: context.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = { ...body }
  await audit(tx, context, { action: 'create', ...auditOf('organization', { id, title: body.title }), after })
  return slug
}

/** Changes a locked organization and records the differences; writes nothing if there are none. */
export async function changeOrganization(
  tx: Db,
  { today, ...context }: AuditContext & { today: Day },
  row: StoredDetail,
  sent: OrganizationChange,
): Promise<void> {
  if (sent.postcode !== undefined || sent.country !== undefined) checkPostcode({ ...row, ...sent })
  const { before, after } = await writeOrganization(tx, { now: context.now, today }, row, sent)
  if (Object.keys(after).length === 0) return
  // The status from before archiving is overwritten as well, so the event holds it for an undo.
  const archivedFrom =
    'status' in after && row.status === recordStatus.archived && row.previous_status !== null
  await audit(tx, context, {
    action: 'change',
    ...auditOf('organization', { id: row.id, title: sent.title ?? row.title }),
    before: { ...before, ...(archivedFrom ? { previous_status: row.previous_status } : {}) },
    after,
  })
}

/** The same without the audit event, which the caller writes. Returns the differences. */
export async function writeOrganization(
  tx: Db,
  { now, today }: { now: Date; today: Day },
  row: StoredDetail,
  sent: OrganizationChange,
): Promise<ReturnType<typeof differences<Record<string, unknown>>>> {
  const body = withoutOldEnd(row, sent)
  const dates = [body.exemption_kind, body.exemption_date, body.exemption_ends_on]
  if (dates.some((field) => field !== undefined)) checkExemption({ ...row, ...body }, today)
  const known: Record<string, unknown> = { ...row, internal_status: row.internal_slug }
  const before = Object.fromEntries(Object.keys(body).map((key) => [key, known[key] ?? null]))
  const changes = differences<Record<string, unknown>>(before, body)
  if (Object.keys(changes.after).length === 0) return changes
  const { internal_status: _, ...columns } = body
  await tx
    .updateTable('organizations')
    .set({
      ...columns,
      ...(await references(tx, body)),
      ...statusColumns(row, body.status),
      version: row.version + 1,
      updated_at: now,
    })
    .where('id', '=', row.id)
    .execute()
  return changes
}

/** An earlier end belongs to one proof, so another kind or date clears it. */
function withoutOldEnd<B extends OrganizationChange>(row: Exemption, body: B): B {
  const isOther = (['exemption_kind', 'exemption_date'] as const).some(
    (field) => body[field] !== undefined && body[field] !== row[field],
  )
  const forgets = isOther && body.exemption_ends_on === undefined && row.exemption_ends_on !== null
  return forgets ? { ...body, exemption_ends_on: null } : body
}

// Applies to new input only, not to stored or restored values.
function checkPostcode({ postcode = '', country = '' }: { postcode?: string; country?: string }): void {
  if (postcode !== '' && !isPostalCode(postcode, country))
    throw invalid({ postcode: 'organizations.postcode_invalid' })
}

// A notice or finding is valid from its date, so it needs one that is not in the future.
function checkExemption(proof: Exemption, today: Day): void {
  const dated = proof.exemption_kind === 'notice' || proof.exemption_kind === 'art60a'
  if (dated && proof.exemption_date === null) throw invalid({ exemption_date: 'validation.required' })
  if (isFutureProof(proof, today)) throw invalid({ exemption_date: 'organizations.future_proof' })
  if (proof.exemption_ends_on === null) return
  if (!dated) throw invalid({ exemption_ends_on: 'organizations.ends_without_proof' })
  if (proof.exemption_ends_on < proof.exemption_date!)
    throw invalid({ exemption_ends_on: 'organizations.ends_before_date' })
}

async function references(
  tx: Db,
  body: { internal_status?: string | null | undefined },
): Promise<{ internal_status_id?: number | null }> {
  if (body.internal_status === undefined) return {}
  if (body.internal_status === null || body.internal_status === '') return { internal_status_id: null }
  const status = await tx
    .selectFrom('internal_statuses')
    .select('id')
    .where('subject', '=', 'organization')
    .where('slug', '=', body.internal_status)
    // Locked until the transaction ends, in case somebody is deleting it.
    .forShare()
    .executeTakeFirst()
  if (!status) throw invalid({ internal_status: 'validation.unknown_value' })
  return { internal_status_id: status.id }
}

// Archiving keeps the status it overwrites, so that restoring brings it back (product.md §1).
function statusColumns(row: StoredDetail, status: number | undefined): { previous_status?: number | null } {
  if (status === undefined || status === row.status) return {}
  if (status === recordStatus.archived) return { previous_status: row.status }
  return row.status === recordStatus.archived ? { previous_status: null } : {}
}
