import { signatureOf } from '#features/intake/server/signature.ts'
import type { Answer, Client, TestApp } from './app.ts'

/** A secret of the test's provider. */
export const intakeSecret = 'whsec_0123456789abcdef0123456789abcdef'

/** Lets the provider `paysafe` deliver. */
export async function makeProvider(settings: Client, more: object = {}): Promise<void> {
  await settings.post('/api/v4/intake-providers/', { code: 'paysafe', title: 'Paysafe', ...more })
  await settings.post('/api/v4/intake-providers/paysafe/secrets/', { secret: intakeSecret })
}

type Signing = { secret?: string; at?: Date; provider?: string; headers?: Record<string, string> }

/** Sends a provider's delivery: a signed body, without a cookie. */
export async function deliver(app: TestApp, body: unknown, signing: Signing = {}): Promise<Answer> {
  const { secret = intakeSecret, at = app.clock.now, provider = 'paysafe', headers } = signing
  const raw = typeof body === 'string' ? body : JSON.stringify(body)
  const time = String(Math.floor(at.getTime() / 1000))
  const answer = await fetch(`${app.base}/api/v4/intake/${provider}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'intake-timestamp': time,
      'intake-signature': `v1=${signatureOf(secret, time, Buffer.from(raw))}`,
      ...headers,
    },
    body: raw,
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    body: JSON.parse(Buffer.from(bytes).toString() || 'null'),
  }
}
