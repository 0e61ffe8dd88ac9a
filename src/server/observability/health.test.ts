import { afterEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'

let app: TestApp
afterEach(() => app.close())

const metrics = async (headers: Record<string, string> = {}) =>
  (await app.signedOut().get('/metrics', { headers })).status

test('metrics are served to this machine, not to calls forwarded by a local proxy', async () => {
  app = await testApp()
  expect(await metrics()).toBe(200)
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-proto'])
    expect([header, await metrics({ [header]: '127.0.0.1' })]).toEqual([header, 404])
})

test('a published installation without a token serves no metrics', async () => {
  app = await testApp({ config: { baseUrl: 'https://almoner.example' } })
  expect(await metrics()).toBe(404)
})

test('with a token set, only calls with that token get metrics, even through a proxy', async () => {
  app = await testApp({ config: { baseUrl: 'https://almoner.example', metricsToken: 'let-me-see' } })
  expect(await metrics()).toBe(404)
  expect(await metrics({ authorization: 'Bearer let-me-guess' })).toBe(404)
  expect(await metrics({ authorization: 'Bearer let-me-see', 'x-forwarded-for': '10.0.0.1' })).toBe(200)
})
