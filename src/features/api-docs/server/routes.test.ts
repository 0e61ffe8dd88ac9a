import { beforeAll, expect, test } from 'vitest'
import { type Answer, useApp } from '#test/app.ts'

const app = useApp({ resets: false })
let page: Answer
beforeAll(async () => void (page = await app.signedOut().get('/api/docs/')))

test('the page shows every call of the schema under the anchor of its tag', async () => {
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const { paths } = (await app.signedOut().get('/api/schema/')).body
  const operations = Object.entries(paths as Record<string, Record<string, { tags: string[] }>>)
  const calls = operations.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `<code>${method.toUpperCase()} ${path}</code>`),
  )
  expect(calls.length).toBeGreaterThan(40)
  expect(calls.filter((call) => !page.body.includes(call))).toEqual([])
  const tags = new Set(
    operations.flatMap(([, methods]) => Object.values(methods).map(({ tags }) => tags[0]!)),
  )
  for (const tag of tags) {
    expect(page.body).toContain(`<a href="#${tag}">${tag}</a>`)
    expect(page.body).toContain(`<h2 id="${tag}">`)
  }
})

test('the page documents each call’s parameters and who may make it', () => {
  expect(page.body).toContain('<code>view_organizations</code>')
  expect(page.body).toContain('<td>expired, valid</td>')
  expect(page.body).toContain('&quot;exemption_kind&quot;')
  expect(page.body).toContain('<code>change_reminders | create_reminders</code>')
  expect(page.body).toContain('&quot;title&quot;: &quot;Schulgarten&quot;')
})

test('the page works under the security headers and follows the language', async () => {
  // Examples show addresses as text.
  expect(page.body.replace(/<pre[^]*?<\/pre>/g, '')).not.toMatch(/<script|<style|style=|onclick|https?:\/\//)
  const german = (await app.signedOut().get('/api/docs/', { locale: 'sie_DE' })).body
  expect(german).toContain('<html lang="de">')
  expect(german).toContain('Berechtigung: ')
})
