import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

// Output of the library helmet 8.3.0 for the same policy, written out because browsers parse it strictly.
const expected = {
  'content-security-policy':
    "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob:;font-src 'self';" +
    "connect-src 'self';frame-src 'self' blob:;worker-src 'self' blob:;object-src 'none';base-uri 'none';" +
    "form-action 'self';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
const inlineScript = / 'sha256-[\w+/=]{44}'/
const addresses = [
  '/',
  '/healthz',
  '/api/docs/',
  '/api/schema/',
  '/api/v4/session/',
  '/api/v4/projects/',
  '/api/v4/nowhere/',
  '/nowhere',
  '/%E0%A4%A',
]

test('every answer carries the security headers, whatever its content', async () => {
  const app = await testApp()
  for (const address of addresses) {
    const { headers } = await app.signedOut().get(address)
    const policy = headers.get('content-security-policy')!
    // The built document names its one inline script.
    const named = {
      ...Object.fromEntries(headers),
      'content-security-policy': policy.replace(inlineScript, ''),
    }
    expect([address, named]).toMatchObject([address, expected])
    expect([
      address,
      inlineScript.test(policy) && headers.get('content-type') !== 'text/html; charset=utf-8',
    ]).toEqual([address, false])
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  }
  await app.close()
})

test('an https base URL adds HSTS to the security headers', async () => {
  const app = await testApp({ config: { baseUrl: 'https://almoner.example.org' } })
  const { headers } = await app.signedOut().get('/healthz')
  expect(Object.fromEntries(headers)).toMatchObject({
    ...expected,
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
  await app.close()
})
