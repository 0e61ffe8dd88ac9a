import { z } from 'zod'
import { listQuery, pageOf, pagingQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { byId, DayShape, Instant, line, paragraph, Version } from '#shared/shapes.ts'
import { IntakeEvent } from './events.ts'
import { deliveryList, deliveryStates, deliveryTypes } from './table.ts'

const code = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/, 'intake.code_invalid')
const byCode = z.object({ code: z.string().min(1).max(200) })
const reason = paragraph(2000).min(1, 'validation.required')

/** A payment provider. Of its secrets only the last characters and the days are ever returned. */
export const IntakeProvider = z
  .object({
    code: z.string(),
    title: z.string(),
    is_on: z.boolean(),
    books_payouts: z.boolean(),
    secrets: z.array(z.object({ tail: z.string(), created_at: Instant, ends_on: z.string().nullable() })),
    version: z.int(),
  })
  .meta({ id: 'IntakeProvider' })
export type IntakeProvider = z.infer<typeof IntakeProvider>

export const DeliveryRow = z
  .object({
    id: z.int(),
    slug: z.string(),
    event_id: z.string(),
    ref: z.string(),
    provider: z.string(),
    type: z.enum(deliveryTypes),
    type_display: z.string(),
    state: z.enum(deliveryStates),
    state_display: z.string(),
    problem: z.string(),
    problem_display: z.string(),
    /** The donation that it refers to. */
    donation: z.string().nullable(),
    attempts: z.int(),
    note: z.string(),
    received_at: Instant,
  })
  .meta({ id: 'DeliveryRow' })
export type DeliveryRow = z.infer<typeof DeliveryRow>

const providers = '/api/v4/intake-providers/' as const
const deliveries = '/api/v4/intake-deliveries/' as const
const providerFields = {
  title: line(100).min(1, 'validation.required'),
  is_on: z.boolean(),
  books_payouts: z.boolean(),
}

export const intake = {
  receive: route({
    method: 'POST',
    path: '/api/v4/intake/:provider/',
    changes: ['intake_delivery', 'donation', 'money', 'task'],
    access: 'signed',
    summary:
      'Receive an event from a payment provider, signed by HMAC-SHA256 over timestamp and body (docs/intake.md)',
    params: z.object({ provider: z.string().min(1).max(200) }),
    signedBody: {
      shape: IntakeEvent,
      maxBytes: 65_536,
      headers: ['Intake-Timestamp', 'Intake-Signature'],
    },
    response: z.object({ id: z.string(), received: z.literal(true) }),
    ownTransaction: true,
    refusals: [409],
  }),
  deliveries: route({
    method: 'GET',
    path: deliveries,
    shows: ['intake_delivery'],
    access: 'view_private_donations',
    summary: 'List deliveries of payment providers, with their states and why any of them waits',
    query: listQuery(deliveryList),
    response: pageOf(DeliveryRow),
  }),
  delivery: route({
    method: 'GET',
    path: `${deliveries}:id/`,
    shows: ['intake_delivery'],
    recorded: { action: 'read', object_type: 'intake_delivery' },
    access: 'view_private_donations',
    summary: 'Get a delivery with its payload; the donor is masked without change_private_donations',
    params: byId,
    response: DeliveryRow.extend({ payload: z.string() }),
  }),
  retry: route({
    method: 'POST',
    path: `${deliveries}:id/retry/`,
    changes: ['intake_delivery', 'donation', 'money', 'task'],
    access: 'change_private_donations',
    summary: 'Retry a delivery that waits or needs a person',
    params: byId,
    body: z.strictObject({}),
    response: DeliveryRow,
    refusals: [409],
  }),
  book: route({
    method: 'POST',
    path: `${deliveries}:id/book/`,
    changes: ['intake_delivery', 'donation', 'money', 'task'],
    access: 'change_private_donations',
    summary: 'Book a pledge or gift that needs a person: for another project, or above the maximum',
    params: byId,
    body: z.strictObject({ project_slug: z.string().min(1).max(200).optional(), reason }),
    response: DeliveryRow,
    idempotent: true,
    refusals: [409],
  }),
  close: route({
    method: 'POST',
    path: `${deliveries}:id/close/`,
    changes: ['intake_delivery', 'task'],
    access: 'change_private_donations',
    summary: 'Close a delivery that was handled by other means; books nothing',
    params: byId,
    body: z.strictObject({ reason }),
    response: DeliveryRow,
    idempotent: true,
    refusals: [409],
  }),
  providers: route({
    method: 'GET',
    path: providers,
    shows: ['intake_provider'],
    access: 'view_settings',
    summary: 'List payment providers; their secrets are never returned',
    query: pagingQuery,
    response: pageOf(IntakeProvider),
  }),
  createProvider: route({
    method: 'POST',
    path: providers,
    changes: ['intake_provider'],
    access: 'change_settings',
    summary: 'Add a payment provider',
    body: z.strictObject({
      code,
      title: providerFields.title,
      is_on: z.boolean().default(true),
      books_payouts: z.boolean().default(true),
    }),
    response: IntakeProvider,
    status: 201,
    location: '/api/v4/intake-providers/{code}/',
  }),
  changeProvider: route({
    method: 'PATCH',
    path: `${providers}:code/`,
    changes: ['intake_provider'],
    access: 'change_settings',
    summary:
      'Rename a provider, switch it on or off, or set whether it books payouts; requires the version last read',
    params: byCode,
    body: z.strictObject(providerFields).partial().extend({ version: Version.optional() }),
    response: IntakeProvider,
    refusals: [409],
  }),
  rotate: route({
    method: 'POST',
    path: `${providers}:code/secrets/`,
    changes: ['intake_provider'],
    access: 'change_settings',
    summary: 'Set a new secret; the previous one stays valid until the end of a given day, or ends at once',
    params: byCode,
    body: z.strictObject({
      secret: z
        .string()
        .trim()
        .min(32, 'intake.secret_short')
        .max(500)
        .meta({ example: 'thirty-two-characters-or-many-more' }),
      old_ends_on: DayShape.optional(),
    }),
    response: IntakeProvider,
    status: 201,
    idempotent: true,
    refusals: [409],
  }),
}
