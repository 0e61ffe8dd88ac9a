import { expect } from 'vitest'
import { createProject } from '../factories.ts'
import { app, body, type Changes, made } from './world.ts'

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

/** What becomes of private donations. */
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
}
