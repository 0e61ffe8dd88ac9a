import { expect } from 'vitest'
import { createPayout, setHouseIban } from '../payouts.ts'
import { pain002 } from '../pain002.ts'
import { app, body, type Changes, staff } from './world.ts'

/** A payout in a file of its own, with that file's message id. */
async function exported() {
  await setHouseIban(app.db)
  const payout = await createPayout(app.db)
  const call = { payout_slugs: [payout.slug], execute_on: '2026-11-23' }
  const { body: file } = await staff.post('/api/v4/payouts/sepa-export/', call)
  return { ...payout, original: file.message_id as string }
}

function form(content: string): FormData {
  const made = new FormData()
  made.append('file', new Blob([content]), 'answer.xml')
  return made
}

/** Changes of payouts by staff. */
export const payoutsChanges: Changes = {
  'POST /api/v4/payouts/mark-paid/': async () => {
    const { id, slug, number } = await createPayout(app.db)
    return {
      options: body({ payout_slugs: [slug], paid_on: '2026-11-20', reference: 'Lauf 7' }),
      event: {
        action: 'mark_paid',
        object_type: 'payout',
        object_id: id,
        object_title: number,
        before: { state: 'open' },
        after: expect.objectContaining({ state: 'marked_paid', paid_on: '2026-11-20', reference: 'Lauf 7' }),
      },
    }
  },
  'POST /api/v4/payouts/unmark/': async () => {
    const { id, slug } = await createPayout(app.db, { paid_on: '2026-11-20' })
    return {
      options: body({ payout_slugs: [slug], reason: 'Wrong account' }),
      event: {
        action: 'unmark_paid',
        object_type: 'payout',
        object_id: id,
        after: expect.objectContaining({ state: 'open', reason: 'Wrong account' }),
      },
    }
  },
  'POST /api/v4/payouts/cancel/': async () => {
    const { id, slug } = await createPayout(app.db)
    return {
      options: body({ payout_slugs: [slug], reason: 'Settled too early' }),
      event: {
        action: 'cancel_payout',
        object_type: 'payout',
        object_id: id,
        after: expect.objectContaining({ state: 'cancelled', reason: 'Settled too early' }),
      },
    }
  },
  'POST /api/v4/payouts/mark-arrived/': async () => {
    const { id, slug } = await createPayout(app.db, { paid_on: '2026-11-19' })
    return {
      options: body({ payout_slugs: [slug], arrived_on: '2026-11-20', note: 'By telephone' }),
      event: {
        action: 'mark_arrived',
        object_type: 'payout',
        object_id: id,
        after: expect.objectContaining({ arrived_on: '2026-11-20', note: 'By telephone' }),
      },
    }
  },
  'POST /api/v4/payouts/sepa-export/': async () => {
    await setHouseIban(app.db)
    const { slug } = await createPayout(app.db, { amount_cents: 777 })
    return {
      options: body({ payout_slugs: [slug], execute_on: '2026-11-23' }),
      event: {
        action: 'create',
        object_type: 'payment_file',
        after: expect.objectContaining({ payments: 1, control_cents: 777, execute_on: '2026-11-23' }),
      },
    }
  },
  'POST /api/v4/payouts/bank-answers/': async () => {
    const { id, number, original } = await exported()
    return {
      options: { raw: form(pain002({ original, said: [{ id: number, status: 'RJCT', reason: 'AC04' }] })) },
      event: {
        action: 'bank_answer',
        object_type: 'payout',
        object_id: id,
        object_title: number,
        before: { state: 'exported' },
        after: expect.objectContaining({ state: 'open', status: 'RJCT', reason: 'AC04' }),
      },
    }
  },
  'POST /api/v4/payouts/:slug/take-bank-name/': async () => {
    const { slug, number, original } = await exported()
    const bank_name = 'Förderverein e.V.'
    const content = pain002({ original, said: [{ id: number, status: 'RVMC', words: [bank_name] }] })
    await staff.call('POST', '/api/v4/payouts/bank-answers/', { raw: form(content) })
    return {
      path: { slug },
      options: body({ bank_name }),
      event: { action: 'propose', object_type: 'approval' },
    }
  },
}
