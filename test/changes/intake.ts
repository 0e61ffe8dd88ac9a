import { signatureOf } from '#features/intake/server/signature.ts'
import { intakeSecret } from '../intake.ts'
import { app, body, type Changes, fresh, made, staff } from './world.ts'

const providers = '/api/v4/intake-providers/'
const deliveries = '/api/v4/intake-deliveries/'

async function provider() {
  const code = fresh('p').replace(' ', '-')
  await made(providers, { code, title: `Provider ${code}` })
  await made(`${providers}${code}/secrets/`, { secret: intakeSecret })
  return { code, title: `Provider ${code}` }
}

function signed(sent: object) {
  const raw = JSON.stringify(sent)
  const time = String(Math.floor(app.clock.now.getTime() / 1000))
  const signature = `v1=${signatureOf(intakeSecret, time, Buffer.from(raw))}`
  const headers = {
    'intake-timestamp': time,
    'intake-signature': signature,
    'content-type': 'application/json',
  }
  return { raw, headers }
}

/** A delivery that cannot be booked: its project does not exist. */
async function stuck() {
  const { code } = await provider()
  const sent = {
    id: fresh('evt'),
    type: 'pledged',
    at: '2026-11-20T10:00:00Z',
    gift: fresh('pay'),
    project_slug: 'nowhere',
    amount_cents: 2_500,
    currency: 'EUR',
  }
  await staff.call('POST', `/api/v4/intake/${code}/`, signed(sent))
  const { results } = (await staff.get(`${deliveries}?search=${encodeURIComponent(sent.id)}`)).body
  return { id: results[0].id as number, title: sent.id }
}
const decided = (action: string, title: string, after: object) => ({
  action,
  object_type: 'intake_delivery',
  object_title: title,
  after,
})

/** Deliveries of payment providers, and the providers themselves. */
export const intakeChanges: Changes = {
  'POST /api/v4/intake/:provider/': async () => {
    const { code, title } = await provider()
    const id = fresh('evt')
    return {
      path: { provider: code },
      options: signed({ id, type: 'news' }),
      as: { client: staff, actor: { id: null, name: title } },
      event: decided('receive', `${title} ${id}`, { type: 'unknown', ref: id }),
    }
  },
  [`POST ${deliveries}:id/retry/`]: async () => {
    const { id, title } = await stuck()
    return { path: { id }, options: body({}), event: decided('retry', title, {}) }
  },
  [`POST ${deliveries}:id/book/`]: async () => {
    const { id, title } = await stuck()
    return {
      path: { id },
      options: body({ reason: 'Geprüft' }),
      event: decided('book', title, { reason: 'Geprüft' }),
    }
  },
  [`POST ${deliveries}:id/close/`]: async () => {
    const { id, title } = await stuck()
    return {
      path: { id },
      options: body({ reason: 'Test' }),
      event: decided('close', title, { reason: 'Test' }),
    }
  },
  [`POST ${providers}`]: async () => {
    const given = { code: fresh('n').replace(' ', '-'), title: 'New', is_on: true, books_payouts: false }
    return {
      options: body(given),
      event: { action: 'create', object_type: 'intake_provider', object_title: 'New', after: given },
    }
  },
  [`PATCH ${providers}:code/`]: async () => {
    const { code, title } = await provider()
    return {
      path: { code },
      options: body({ is_on: false, version: 1 }),
      event: {
        action: 'change',
        object_type: 'intake_provider',
        object_title: title,
        before: { is_on: true },
        after: { is_on: false },
      },
    }
  },
  [`POST ${providers}:code/secrets/`]: async () => {
    const { code, title } = await provider()
    return {
      path: { code },
      options: body({ secret: `${intakeSecret}-next`, old_ends_on: '2026-12-31' }),
      event: {
        action: 'set_secret',
        object_type: 'intake_provider',
        object_title: title,
        after: { secret: '••••', old_ends_on: '2026-12-31' },
      },
    }
  },
}
