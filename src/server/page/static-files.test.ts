import { expect, test } from 'vitest'
import { useApp } from '#test/app.ts'

const app = useApp({ resets: false })

const open = (path: string) => app.signedOut().get(path)

test.each([
  '/login/',
  '/site-admin/',
  '/site-admin/projects/?page=2&search=a',
  '/site-admin/project/any-slug/update/',
  '/site-admin/organizations-old/',
  '/invite/any-token/',
  '/password-reset/',
])('%s is a page for every visitor', async (path) => {
  const answer = await open(path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(answer.headers.get('cache-control')).toBe('no-cache')
})

test.each(['/site-admin/nothing-here/', '/site-admin/project/slug/', '/nothing', '/site-admin/projects/x/'])(
  '%s is no page: the answer is the same document with status 404',
  async (path) => {
    const answer = await open(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const withoutFiles = (text: string) => text.replace(/<link rel="modulepreload"[^>]*>/g, '')
    expect(withoutFiles(answer.body)).toBe(withoutFiles((await open('/login/')).body))
  },
)

test.each([
  ['/login?next=/site-admin/', '/login/?next=/site-admin/'],
  ['/site-admin/project/a-b/update', '/site-admin/project/a-b/update/'],
])('%s without its last slash redirects to %s', async (path, to) => {
  const answer = await open(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, to])
})

test('an API address called with another method answers 405 with the allowed ones', async () => {
  const staff = await app.as('superuser')
  const put = await staff.call('PUT', '/api/v4/projects/', { body: {} })
  expect([put.status, put.body.code, put.headers.get('allow')]).toEqual([
    405,
    'method_not_allowed',
    'GET, POST',
  ])
  const read = await staff.get('/api/v4/projects/duplicate/?page=1')
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
  expect((await staff.get('/api/v4/nothing/')).status).toBe(404)
  expect((await app.signedOut().call('PUT', '/api/v4/projects/', { body: {} })).status).toBe(401)
})
