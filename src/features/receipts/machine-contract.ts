import { z } from 'zod'
import { mediaTypes, route } from '#shared/route.ts'
import { bySlug, DayShape, Instant, line } from '#shared/shapes.ts'
import { machineConditions } from './machine-rules.ts'
import { longestSignatory } from '#features/signatures/rules.ts'

const told = (maximum: number) => line(maximum).min(1, 'validation.required')

/** An organization's announcement to its tax office of receipts without a hand signature. */
export const ReceiptAnnouncement = z
  .object({
    tax_office: z.string(),
    announced_on: z.string(),
    signatory: z.string(),
    procedure_kept: z.string(),
    created_by: z.string(),
    created_at: Instant,
  })
  .meta({ id: 'ReceiptAnnouncement' })
export type ReceiptAnnouncement = z.infer<typeof ReceiptAnnouncement>

/** Whether an organization's receipts go out without a hand signature, and which conditions are missing. */
export const MachineReceipts = z
  .object({
    announcement: ReceiptAnnouncement.nullable(),
    /** True when a receipt issued today is machine-made. */
    is_machine_made: z.boolean(),
    conditions: z.array(z.object({ key: z.enum(machineConditions), met: z.boolean() })),
    /** Values the form suggests: the record's tax office and the name on the kept signature. */
    suggested: z.object({ tax_office: z.string(), signatory: z.string() }),
  })
  .meta({ id: 'MachineReceipts' })
export type MachineReceipts = z.infer<typeof MachineReceipts>

/** Valid receipts compared with the received and kept part of their gifts; cents. */
export const ReceiptReconciliation = z
  .object({
    years: z.array(
      z.object({
        year: z.int(),
        receipts: z.int(),
        receipts_cents: z.int(),
        gifts: z.int(),
        gifts_cents: z.int(),
        difference_cents: z.int(),
      }),
    ),
    /** Receipts whose sum is not that of their gifts, newest first, 100 at most. */
    differing: z.array(
      z.object({
        number: z.string(),
        document_slug: z.string(),
        certified_cents: z.int(),
        gifts_cents: z.int(),
      }),
    ),
  })
  .meta({ id: 'ReceiptReconciliation' })
export type ReceiptReconciliation = z.infer<typeof ReceiptReconciliation>

const path = '/api/v4/organization/:slug/machine-receipts/' as const
const access = 'change_organizations'

export const machineReceipts = {
  read: route({
    method: 'GET',
    path,
    shows: ['machine_receipts'],
    access,
    summary:
      'Check whether receipts of an organization are issued without a hand signature (R 10b.1 (4) EStR), by condition',
    params: bySlug,
    response: MachineReceipts,
  }),
  announce: route({
    method: 'POST',
    path,
    changes: ['machine_receipts'],
    access,
    summary: 'Record an organization’s announcement to its tax office; replaces the previous announcement',
    params: bySlug,
    body: z.strictObject({
      tax_office: told(200),
      announced_on: DayShape,
      signatory: told(longestSignatory),
      procedure_kept: told(500),
    }),
    response: MachineReceipts,
  }),
  end: route({
    method: 'DELETE',
    path,
    changes: ['machine_receipts'],
    access,
    summary: 'End the announcement: later receipts are signed by hand, issued ones stay valid',
    params: bySlug,
    response: 'empty',
  }),
  letter: route({
    method: 'GET',
    path: `${path}letter/`,
    recorded: { action: 'download', object_type: 'announcement_letter' },
    access,
    summary: 'Get the letter that announces machine-made receipts to the tax office, ready to be signed',
    params: bySlug,
    response: 'file',
    media: [mediaTypes.pdf],
  }),
  reconciliation: route({
    method: 'GET',
    path: `${path}reconciliation/`,
    shows: ['machine_receipts', 'document'],
    access,
    wholeHouse: true,
    summary:
      'Compare the sums of valid receipts with those of their gifts, by year, with each receipt that differs',
    params: bySlug,
    response: ReceiptReconciliation,
  }),
}
