import { sql } from 'kysely'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Contents } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import { HttpError, notFound } from '#server/base/errors.ts'
import { usualWaitMs } from '#server/sandbox/process.ts'
import { sandbox } from '#server/sandbox/sandbox.ts'
import type { WholeFile } from '#server/routes/implement.ts'
import { nameOfJoined } from '#server/auth/session.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { MadeSignature, SignatureRefusal } from '../reading/make-signature.ts'
import type { Signature } from '../contract.ts'

type Organization = { id: number; title: string }

/** Photos from phone cameras stay within these limits. */
const making = sandbox<Uint8Array, MadeSignature | { refused: SignatureRefusal }>(
  new URL('../reading/child.ts', import.meta.url),
  { memoryMb: 128, residentMb: 640, processorMs: 10_000, waitMs: usualWaitMs },
)

/** An organization by its slug; throws 404. */
export async function organizationOf(db: Db, slug: string): Promise<Organization> {
  const row = await db
    .selectFrom('organizations')
    .select(['id', 'title'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export function signatureOf(db: Db, organizationId: number) {
  return db
    .selectFrom('signatures')
    .leftJoin('users', 'users.id', 'signatures.created_by')
    .selectAll('signatures')
    .select(['users.username', 'users.first_name', 'users.last_name'])
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

export function presentSignature(row: NonNullable<Awaited<ReturnType<typeof signatureOf>>>): Signature {
  const { id, signatory, width, height, created_at, username, first_name, last_name } = row
  return {
    id,
    signatory,
    width,
    height,
    created_by: nameOfJoined({ username, first_name, last_name }) ?? '',
    created_at: created_at.toISOString(),
  }
}

/** Stores a re-encoded signature and ends the previous one. Throws 415 with the reason for a refused file. */
export async function storeSignature(
  { db, contents, context }: { db: Db; contents: Contents; context: AuditContext },
  slug: string,
  { bytes, filename }: WholeFile,
  signatory: string,
): Promise<Signature> {
  await organizationOf(db, slug)
  const made = (await making.once(bytes)) ?? { refused: 'unreadable' as const }
  if ('refused' in made) {
    const reason = { key: `documents.signature.refused.${made.refused}`, parameters: { file: filename } }
    throw new HttpError(415, 'invalid_file_type', { reason })
  }
  const kept = Buffer.from(made.bytes)
  const sha256 = await contents.put(kept)
  const { width, height } = made
  const stored = await inTransaction(db, async (tx) => {
    const organization = await lockOrganization(tx, slug)
    const before = await end(tx, context, organization)
    await tx
      .insertInto('signatures')
      .values({
        organization_id: organization.id,
        signatory,
        sha256,
        width,
        height,
        created_by: context.actor.id,
        created_at: context.now,
      })
      .execute()
    await audit(tx, context, {
      ...auditOf('organization', organization),
      action: 'set_signature',
      before: { signature: before },
      after: { signature: signatory, sha256 },
    })
    return (await signatureOf(tx, organization.id))!
  })
  // Before the row existed, the sweep may have deleted the bytes as orphans.
  if (!(await contents.has(sha256))) await contents.put(kept)
  return presentSignature(stored)
}

export async function removeSignature(tx: Db, context: AuditContext, slug: string): Promise<void> {
  const organization = await lockOrganization(tx, slug)
  const before = await end(tx, context, organization)
  if (before === null) return
  await audit(tx, context, {
    ...auditOf('organization', organization),
    action: 'remove_signature',
    before: { signature: before },
    after: { signature: null },
  })
}

/** An organization by its slug, locked against other changes; throws 404. */
export async function lockOrganization(tx: Db, slug: string): Promise<Organization> {
  const { id } = await organizationOf(tx, slug)
  const locked = await tx
    .selectFrom('organizations')
    .select(['id', 'title'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // Deleted in between.
  if (!locked) throw notFound()
  return locked
}

// A signature used by a receipt is only ended and stays for reprints; an unused one is deleted with its bytes.
async function end(tx: Db, { now }: AuditContext, { id }: Organization): Promise<string | null> {
  const row = await signatureOf(tx, id)
  if (!row) return null
  const { rows } = await sql`
    select from receipts where organization_id = ${id} and content->'values'->>'signature' = ${row.sha256} limit 1`.execute(
    tx,
  )
  const one = tx.updateTable('signatures').set({ ended_at: now }).where('id', '=', row.id)
  await (rows.length > 0 ? one : tx.deleteFrom('signatures').where('id', '=', row.id)).execute()
  return row.signatory
}
