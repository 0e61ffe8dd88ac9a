import { z } from 'zod'
import { listQuery, pageOf } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { Instant } from '#shared/shapes.ts'
import { accountCalls } from './accounts/accounts.ts'
import { fundingLogCalls } from './funding-logs/funding-logs.ts'
import { journalCalls } from './journal/journal.ts'
import { ledgerCheckCalls } from './ledger-checks/ledger-checks.ts'
import { searchLogCalls } from './searches/searches.ts'
import { monthCalls } from './months/months.ts'
import { auditList } from './audit/table.ts'

export const AuditRow = z
  .object({
    id: z.int(),
    at: Instant,
    actor: z.string(),
    action: z.string(),
    action_display: z.string(),
    object_type: z.string(),
    object_type_display: z.string(),
    object_id: z.int().nullable(),
    object_title: z.string(),
    request_id: z.string().nullable(),
    /** Position in the chain; null until sealed. */
    position: z.int().nullable(),
    /** SHA-256 seal over the event and the previous hash; null until sealed. */
    hash: z.string().nullable(),
    previous_hash: z.string().nullable(),
  })
  .meta({ id: 'AuditRow' })
export type AuditRow = z.infer<typeof AuditRow>

/** State of the chain, and the result of its last verification (docs/decisions/0019). */
export const Chain = z
  .object({
    sealed: z.int(),
    unsealed: z.int(),
    /** Hash of the last seal: noted elsewhere, it shows whether the end of the chain was ever replaced. */
    head: z.string(),
    verified: z
      .object({
        at: Instant,
        events: z.int(),
        broken: z.int(),
        /** The first hundred. */
        findings: z.array(z.object({ kind: z.string(), event_id: z.int() })),
      })
      .nullable(),
  })
  .meta({ id: 'AuditChain' })

export const logs = {
  audit: route({
    method: 'GET',
    path: '/api/v4/logs/audit/',
    shows: 'anything',
    access: 'view_logs',
    wholeHouse: true,
    summary: 'List all audit events, with the number still unsealed and the result of the last verification',
    query: listQuery(auditList),
    response: pageOf(AuditRow).extend({ chain: Chain }),
  }),
  ...ledgerCheckCalls,
  ...journalCalls,
  ...accountCalls,
  ...monthCalls,
  ...searchLogCalls,
  ...fundingLogCalls,
}
