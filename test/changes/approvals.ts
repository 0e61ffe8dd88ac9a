import { expect } from 'vitest'
import { goodIban } from '../payouts.ts'
import { createOrganization, createUser } from '../factories.ts'
import { app, body, type Changes, staff } from './world.ts'

/** A pending change of bank details, proposed by another person or by the caller of this walk. */
async function waiting(by: 'other' | 'self') {
  const rules = app.db.updateTable('approval_rules').where('act', '=', 'bank_details')
  await rules.set({ enabled: true, from_cents: 0 }).execute()
  const organization = await createOrganization(app.db)
  const other = await createUser(app.db, { rights: ['change_organizations'], now: app.clock.now })
  const client = by === 'self' ? staff : app.asUser(other.id)
  const path = `/api/v4/organization/${organization.slug}/`
  const answer = await (await client).patch(path, { iban: goodIban, version: 1 })
  expect(answer.status).toBe(202)
  // The other calls of the walk must not need a second person.
  await rules.set({ enabled: false }).execute()
  return { id: answer.body.approval.id as number, title: organization.title }
}

/** Decisions about proposals, and the rules for a second person. */
export const approvalChanges: Changes = {
  'POST /api/v4/approvals/:id/approve/': async () => {
    const { id, title } = await waiting('other')
    const event = { action: 'approve', object_type: 'approval', object_id: id, object_title: title }
    return { path: { id }, event: { ...event, before: { state: 'waiting' } } }
  },
  'POST /api/v4/approvals/:id/reject/': async () => {
    const { id } = await waiting('other')
    return {
      path: { id },
      options: body({ reason: 'Not by phone' }),
      event: {
        action: 'reject',
        object_type: 'approval',
        object_id: id,
        after: expect.objectContaining({ state: 'rejected', reason: 'Not by phone' }),
      },
    }
  },
  'POST /api/v4/approvals/:id/withdraw/': async () => {
    const { id } = await waiting('self')
    return {
      path: { id },
      event: { action: 'withdraw', object_type: 'approval', object_id: id, before: { state: 'waiting' } },
    }
  },
  'PATCH /api/v4/settings/approvals/': async () => {
    const { version } = await app.db.selectFrom('approval_terms').select('version').executeTakeFirstOrThrow()
    const { days } = await app.db.selectFrom('approval_terms').select('days').executeTakeFirstOrThrow()
    const next = days === 7 ? 14 : 7
    return {
      options: body({ days: next, version }),
      event: { action: 'change', object_type: 'approval_rules', before: { days }, after: { days: next } },
    }
  },
}
