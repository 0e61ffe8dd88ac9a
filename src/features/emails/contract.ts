import { z } from 'zod'
import { exportQuery, exportRoute } from '#features/exports/query.ts'
import { listQuery, pageOf } from '#shared/lists/list.ts'
import { locales } from '#shared/messages.ts'
import { route } from '#shared/route.ts'
import { maxBulkRows } from '#shared/lists/list-declaration.ts'
import { chosenRows } from '#shared/lists/selection.ts'
import { byId, Instant } from '#shared/shapes.ts'
import { emailStates } from './rules.ts'
import { emailList } from './table.ts'

/** Transport of mails: a mail server, or only the built-in outbox. */
export const Transport = z.enum(['smtp', 'outbox'])

export const EmailRow = z
  .object({
    id: z.int(),
    template: z.string(),
    template_title: z.string(),
    state: z.enum(emailStates),
    state_display: z.string(),
    reason: z.string().nullable(),
    reason_display: z.string(),
    to_email: z.string(),
    to_name: z.string(),
    /** The recipient is a donor whom the person may not see. */
    is_masked: z.boolean(),
    language: z.enum(locales),
    subject: z.string(),
    object: z.object({ type: z.string(), id: z.int() }).nullable(),
    attempts: z.int(),
    can_requeue: z.boolean(),
    created_at: Instant,
    sent_at: Instant.nullable(),
    next_attempt_at: Instant.nullable(),
  })
  .meta({ id: 'EmailRow' })
export type EmailRow = z.infer<typeof EmailRow>

/** A mail with its body as sent and every attempt. */
export const EmailDetail = EmailRow.extend({
  transport: Transport,
  message_id: z.string().nullable(),
  text: z.string().nullable(),
  html: z.string().nullable(),
  attempt_log: z.array(
    z.object({ at: Instant, outcome: z.string(), transport: Transport, answer: z.string() }),
  ),
}).meta({ id: 'EmailDetail' })
export type EmailDetail = z.infer<typeof EmailDetail>

const query = listQuery(emailList)

export const emails = {
  list: route({
    method: 'GET',
    path: '/api/v4/emails/',
    shows: ['email'],
    searched: { list: 'emails', words: 'left_out' },
    access: 'view_emails',
    summary: 'List the mails in the outbox, with search, filters, ordering and paging',
    query,
    response: pageOf(EmailRow).extend({ transport: Transport }),
  }),
  export: exportRoute('email', {
    path: '/api/v4/emails/export/',
    alsoNeeds: 'view_emails',
    summary: 'Export the rows of the list as XLSX or CSV, without bodies',
    query: listQuery(emailList, exportQuery(emailList)),
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/emails/:id/',
    shows: ['email'],
    recorded: { action: 'read', object_type: 'email' },
    access: 'view_emails',
    summary: 'Get a mail with its body as sent and all attempts with the server’s responses',
    params: byId,
    response: EmailDetail,
  }),
  requeue: route({
    method: 'POST',
    path: '/api/v4/emails/:id/requeue/',
    changes: ['email'],
    access: 'change_emails',
    summary: 'Queue a mail for sending again',
    params: byId,
    response: EmailDetail,
  }),
  requeueSelected: route({
    method: 'POST',
    path: '/api/v4/emails/requeue/',
    changes: ['email'],
    access: 'change_emails',
    summary: 'Queue the selected mails for sending again; the response lists those that cannot be queued',
    body: chosenRows('ids', z.array(z.int().min(1)).min(1).max(maxBulkRows), query),
    response: z.object({
      requeued: z.array(z.int()),
      skipped: z.array(z.int()),
      /** For a selection: skipped mails, each with the reason. */
      refused: z.array(z.object({ slug: z.string(), title: z.string(), code: z.string() })).optional(),
    }),
  }),
}
