import type { Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import type { ExemptionKind } from '../rules.ts'
import { changeOrganization } from './change.ts'
import { lockOrganization } from './queries.ts'

type Proof = { exemption_kind: ExemptionKind; exemption_date: Day | null; exemption_ends_on: Day | null }

/** A received notice of exemption; `art60a` for a finding under § 60a AO. */
export type Notice = {
  organization_id: number
  kind: string
  issued_on: Day | null
  /** Last day entered by a person; it can only shorten the proof. */
  expires_on: Day | null
  /** The wrong issue day that this one corrects. */
  corrects?: Day | null
}

/**
 * The organization's proof after a notice was received: undefined if nothing changes. A later day in the record wins, unless
 * this notice corrects it. A notice outranks a § 60a finding, and a public body needs neither (product.md §6).
 */
export function proofAfter(
  record: Proof,
  { kind, issued_on, expires_on, corrects = null }: Omit<Notice, 'organization_id'>,
): Proof | undefined {
  if (issued_on === null || record.exemption_kind === 'public_body') return undefined
  const exemption_kind = kind === 'art60a' ? 'art60a' : 'notice'
  if (exemption_kind === 'art60a' && record.exemption_kind === 'notice') return undefined
  const { exemption_date: known } = record
  const isOfThis = known === issued_on || (corrects !== null && known === corrects)
  if (record.exemption_kind === exemption_kind && known !== null && known > issued_on && !isOfThis)
    return undefined
  return { exemption_kind, exemption_date: issued_on, exemption_ends_on: expires_on }
}

/** Saves a received notice as the organization's proof, as a person would. */
export async function recordNotice(
  tx: Db,
  when: AuditContext & { today: Day },
  { organization_id, ...notice }: Notice,
): Promise<void> {
  const { slug } = await tx
    .selectFrom('organizations')
    .select('slug')
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow()
  const row = await lockOrganization(tx, slug)
  const proof = proofAfter(row, notice)
  if (proof) await changeOrganization(tx, when, row, proof)
}
