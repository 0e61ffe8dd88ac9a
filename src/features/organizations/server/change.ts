import type { z } from 'zod'
import { audit, type AuditContext, differences } from '#server/audit.ts'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/errors.ts'
import { randomToken } from '#server/secrets.ts'
import { freeSlug } from '#server/slug.ts'
import type { organizations } from '../contract.ts'
import { type ExemptionKind, isFutureProof, normalIban } from '../rules.ts'
import type { StoredDetail } from './queries.ts'

type NewOrganization = z.output<typeof organizations.create.body>
type OrganizationChange = Omit<z.output<typeof organizations.change.body>, 'version'>

/** Creates an organization with a fresh preview token; returns its slug. */
export async function createOrganization(
  tx: Db,
  { today, ...context }: AuditContext & { today: Day },
  sent: NewOrganization,
): Promise<string> {
  const body = normal(sent)
  checkExemption({ exemption_kind: 'none', exemption_date: null, ...body }, today)
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
  await audit(tx, context, { action: 'create', ...objectOf({ id, title: body.title }), after })
  return slug
}

/** Changes a locked organization; only what differs is recorded, and when nothing does, nothing is written. */
export async function changeOrganization(
  tx: Db,
  { today, ...context }: AuditContext & { today: Day },
  row: StoredDetail,
  sent: OrganizationChange,
): Promise<void> {
  const body = normal(sent)
  const dates = body.exemption_kind !== undefined || body.exemption_date !== undefined
  if (dates) checkExemption({ ...row, ...body }, today)
  const known: Record<string, unknown> = { ...row, internal_status: row.internal_slug }
  const before = Object.fromEntries(Object.keys(body).map((key) => [key, known[key] ?? null]))
  const changes = differences(before, body as Record<string, unknown>)
  if (Object.keys(changes.after).length === 0) return
  const { internal_status: _, ...columns } = body
  await tx
    .updateTable('organizations')
    .set({
      ...columns,
      ...(await references(tx, body)),
      ...statusColumns(row, body.status),
      version: row.version + 1,
      updated_at: context.now,
    })
    .where('id', '=', row.id)
    .execute()
  await audit(tx, context, {
    action: 'change',
    ...objectOf({ id: row.id, title: body.title ?? row.title }),
    ...changes,
  })
}

/** How audit events name an organization. */
export function objectOf({ id, title }: { id: number; title: string }) {
  return { object_type: 'organization', object_id: id, object_title: title }
}

function normal<B extends { iban?: string | undefined }>(body: B): B {
  return body.iban === undefined ? body : { ...body, iban: normalIban(body.iban) }
}

// A notice or finding counts from its date; without one there is nothing to count from, and nobody holds tomorrow's.
function checkExemption(
  proof: { exemption_kind: ExemptionKind; exemption_date: string | null },
  today: Day,
): void {
  const dated = proof.exemption_kind === 'notice' || proof.exemption_kind === 'art60a'
  if (dated && proof.exemption_date === null) throw invalid({ exemption_date: 'validation.required' })
  if (isFutureProof(proof, today)) throw invalid({ exemption_date: 'organizations.future_proof' })
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
    // Held until the transaction ends: somebody may be about to delete it.
    .forShare()
    .executeTakeFirst()
  if (!status) throw invalid({ internal_status: 'validation.unknown_value' })
  return { internal_status_id: status.id }
}

// Archiving keeps the status it overwrites, so that restoring brings it back (product.md §1).
function statusColumns(row: StoredDetail, status: number | undefined): { previous_status?: number | null } {
  if (status === undefined || status === row.status) return {}
  if (status === 3) return { previous_status: row.status }
  return row.status === 3 ? { previous_status: null } : {}
}
