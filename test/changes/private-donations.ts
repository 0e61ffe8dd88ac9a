import { expect } from 'vitest'
import { createProject } from '../factories.ts'
import { payAll, settleAll } from '../money.ts'
import { app, body, type Changes, fresh, made, staff } from './world.ts'

const base = '/api/v4/private-donations/'

async function given(state: 'confirmed' | 'pledged' = 'confirmed') {
  const project = await createProject(app.db, { needs: [200_000] })
  const sent = {
    project_slug: project.slug,
    amount_cents: 2_500,
    received_on: '2026-11-20',
    channel: 'bank_transfer',
    donor: { name: 'Anna Weber' },
    state,
  }
  return { project, sent }
}
const recorded = async (state?: 'confirmed' | 'pledged') => made(base, (await given(state)).sent)
const event = (action: string, title: string, after: object) => ({
  action,
  object_type: 'private_donation',
  object_title: title,
  after: expect.objectContaining(after),
})

/** Two donors with one e-mail address, and the duplicate pair suggested for them. */
async function twins() {
  const { sent } = await given()
  const email = `${fresh('weber').replace(' ', '')}@example.org`
  for (const name of ['Anna Weber', 'A. Weber-Kurz']) await made(base, { ...sent, donor: { name, email } })
  const { results } = (await staff.get('/api/v4/donors/duplicates/?page_size=100')).body
  type Pair = { id: number; donors: { slug: string; email: string }[] }
  const { id, donors } = results.find((pair: Pair) => pair.donors[0]!.email === email) as Pair
  return { id, kept: donors[0]!.slug, other: donors[1]!.slug }
}

/** Changes of private donations and their donors. */
export const privateDonationsChanges: Changes = {
  [`POST ${base}`]: async () => {
    const { sent } = await given()
    return {
      options: body(sent),
      event: {
        action: 'create',
        object_type: 'private_donation',
        after: expect.objectContaining({ amount_cents: 2_500 }),
      },
    }
  },
  [`POST ${base}:slug/confirm/`]: async () => {
    const { slug, number } = await recorded('pledged')
    return {
      path: { slug },
      options: body({ received_on: '2026-11-20', amount_cents: 2_000 }),
      event: event('confirm', number, { amount_cents: 2_000, state: 'confirmed' }),
    }
  },
  [`POST ${base}:slug/refund/`]: async () => {
    const { slug, number } = await recorded()
    return {
      path: { slug },
      options: body({ amount_cents: 1_000, reason: 'Doppelt' }),
      event: event('refund', number, { amount_cents: 1_000, left_cents: 1_500, reason: 'Doppelt' }),
    }
  },
  [`POST ${base}:slug/end/`]: async () => {
    const { slug, number } = await recorded('pledged')
    return {
      path: { slug },
      options: body({ state: 'expired', reason: 'Keine Antwort' }),
      event: event('end_pledge', number, { state: 'expired', reason: 'Keine Antwort' }),
    }
  },
  [`POST ${base}:slug/refund-paid/`]: async () => {
    const { slug, number } = await recorded()
    await staff.post(`${base}${slug}/refund/`, { amount_cents: 1_000, reason: 'Doppelt' })
    return {
      path: { slug },
      options: body({ paid_on: '2026-11-20' }),
      event: event('pay_refund', number, { amount_cents: 1_000, paid_on: '2026-11-20' }),
    }
  },
  [`POST ${base}:slug/recover/`]: async () => {
    const { slug, number } = await recorded()
    await settleAll(app.db, app.clock.now)
    await payAll(app.db, app.clock.now)
    await staff.post(`${base}${slug}/charge-back/`, { reason: 'Widerspruch' })
    return {
      path: { slug },
      options: body({ returned_cents: 2_000, received_on: '2026-11-20', reason: 'Rest verloren' }),
      event: event('close_recovery', number, { returned_cents: 2_000, written_off_cents: 500 }),
    }
  },
  [`POST ${base}:slug/charge-back/`]: async () => {
    const { slug, number } = await recorded()
    return {
      path: { slug },
      options: body({ reason: 'Widerspruch' }),
      event: event('charge_back', number, { amount_cents: 2_500, reason: 'Widerspruch' }),
    }
  },
  [`POST ${base}:slug/change-purpose/`]: async () => {
    const { slug } = await recorded()
    const { project } = await given()
    return {
      path: { slug },
      options: body({ project_slug: project.slug, reason: 'Wunsch' }),
      event: { action: 'create', object_type: 'private_donation' },
    }
  },
  [`POST ${base}:slug/reveal/`]: async () => {
    const { slug, number } = await recorded()
    return {
      path: { slug },
      options: body({ reason: 'Rückfrage' }),
      event: event('reveal_donor', number, { reason: 'Rückfrage' }),
    }
  },
  'POST /api/v4/donors/duplicates/:id/merge/': async () => {
    const { id, kept, other } = await twins()
    return {
      path: { id },
      options: body({ kept }),
      event: { action: 'merge_donors', object_type: 'donor', object_title: kept, before: { donor: other } },
    }
  },
  'POST /api/v4/donors/duplicates/:id/apart/': async () => {
    const { id, kept, other } = await twins()
    return {
      path: { id },
      options: body({}),
      event: {
        action: 'keep_donors_apart',
        object_type: 'donor',
        object_title: kept,
        after: expect.objectContaining({ other }),
      },
    }
  },
  'POST /api/v4/donors/duplicates/:id/undo/': async () => {
    const { id, kept, other } = await twins()
    await staff.post(`/api/v4/donors/duplicates/${id}/merge/`, { kept })
    return {
      path: { id },
      options: body({}),
      event: {
        action: 'undo_merge',
        object_type: 'donor',
        object_title: kept,
        after: expect.objectContaining({ donor: other }),
      },
    }
  },
}
