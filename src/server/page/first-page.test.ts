import { beforeEach, expect, test } from 'vitest'
import type { InitialData, PageToRender } from '#shared/lists/first-page.ts'
import { pagePaths } from '#shared/pages.ts'
import { recordStatus } from '#shared/statuses.ts'
import type { Permission } from '#shared/permissions.ts'
import { useApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { documentOf } from './page-document.ts'

/** What the pages of this file were rendered from. */
let rendered: PageToRender[] = []
const prerenderer = {
  render: async (page: PageToRender) => void rendered.push(page),
  close: async () => undefined,
}
const app = useApp({ prerenderer })
beforeEach(() => void (rendered = []))

const element = /<script type="application\/json" id="initial-data">([^]*?)<\/script>/

async function open(rights: Permission[] | 'superuser', path: string) {
  const staff = await app.as(rights)
  const answer = await staff.get(path)
  const text = element.exec(String(answer.body))?.[1]
  return { staff, answer, initial: text ? (JSON.parse(text) as InitialData) : undefined }
}

test('the document embeds the answers its page would fetch', async () => {
  await createProject(app.db)
  const { staff, initial } = await open('superuser', '/site-admin/projects/?status=complete')
  expect(initial!.answers.map(({ name }) => name)).toEqual([
    'GET /api/v4/users/profile/',
    'GET /api/v4/counts/',
    'GET /api/v4/reminders/summary/',
    'GET /api/v4/approvals/summary/',
    'GET /api/v4/projects/views/opening/',
    'GET /api/v4/table-settings/:tableName/',
    'GET /api/v4/table-settings/:tableName/layout/',
    'GET /api/v4/platform-features/1/',
    'GET /api/v4/projects/internal-status/',
    'GET /api/v4/additional-steps-fields/offered/',
  ])
  for (const { name, params, query, answer } of initial!.answers) {
    const path = name.slice(4).replace(':tableName', params?.tableName ?? '')
    const asked = new URLSearchParams(
      Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
    )
    expect((await staff.get(`${path}?${asked}`)).body).toEqual(answer)
  }
  expect(initial).toMatchObject({
    person: { id: staff.userId, language: 'en_US' },
    list: { name: 'GET /api/v4/projects/', declaration: { table: 'projects' } },
  })
})

test('a document with embedded answers is never cached, every other one is revalidated', async () => {
  expect((await open('superuser', '/site-admin/projects/')).answer.headers.get('cache-control')).toBe(
    'no-store',
  )
  const outside = await app.signedOut().get('/site-admin/projects/')
  expect([outside.headers.get('cache-control'), element.test(outside.body)]).toEqual(['no-cache', false])
})

test('forbidden answers and records are not embedded', async () => {
  const { initial } = await open(['view_payouts'], '/site-admin/projects/')
  expect(initial!.answers.find(({ name }) => name === 'GET /api/v4/reminders/summary/')).toBeUndefined()
  expect(initial!.answers.find(({ name }) => name === 'GET /api/v4/counts/')!.answer).toEqual({
    payouts_open: 0,
    payouts_exported: 0,
    work: 0,
  })
  const organization = await createOrganization(app.db, { title: 'Verein der Zeugen' })
  await createProject(app.db, { title: 'Ein Geheimnis', organization_id: organization.id })
  for (const path of pagePaths) {
    const { answer } = await open('superuser', path.replace(/:\w+/, 'x'))
    expect(String(answer.body)).not.toMatch(/Geheimnis|Zeugen/)
  }
})

test("embedded answers use the person's language, whatever the browser prefers", async () => {
  const staff = await app.as('superuser')
  await app.db.updateTable('users').set({ language: 'sie_DE' }).where('id', '=', staff.userId).execute()
  const { body } = await staff.get('/site-admin/projects/', { locale: 'en_US' })
  const initial = JSON.parse(element.exec(body)![1]!) as InitialData
  const settings = initial.answers.find(({ name }) => name === 'GET /api/v4/table-settings/:tableName/')
  expect(settings!.answer).toMatchObject({ table_fields: { financing_status: 'Finanzierungsstatus' } })
})

test('an unknown back-office address is still 404, with the person embedded', async () => {
  const { answer, initial } = await open('superuser', '/site-admin/nothing-here/')
  expect([answer.status, initial!.list]).toEqual([404, undefined])
})

test('a text with closing tags or scripts stays text', async () => {
  const name = '</script><script>alert(1)</script><!--'
  const staff = await app.as('superuser')
  await app.db.updateTable('users').set({ first_name: name }).where('id', '=', staff.userId).execute()
  const { body, headers } = await staff.get('/site-admin/')
  expect(body).not.toContain('alert(1)</script>')
  const initial = JSON.parse(element.exec(body)![1]!) as InitialData
  expect(initial.answers[0]!.answer).toMatchObject({ full_name: expect.stringContaining(name) })
  expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
})

test('the policy of a document names its inline script by hash, and nothing else', () => {
  const html = `<!-- initial data --><script>one</script><script src="/a.js"></script>`
  const document = documentOf({ html, files: { '/login/': { all: ['assets/a.js'], phone: [] } } })()
  const hash = Buffer.from(
    '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed',
    'hex',
  ).toString('base64')
  expect(document.policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(document.policy.match(/sha256-/g)).toHaveLength(1)
})

test('a page’s own code is preloaded, and its styles follow the common ones', () => {
  const html = '<head><!-- page files --><link rel="stylesheet" href="/assets/base.css"></head><body></body>'
  const files = { all: ['assets/a.js', 'assets/a.css'], phone: ['assets/p.js', 'assets/p.css'] }
  const document = documentOf({ html, files: { '/login/': files } })
  expect(document('/login/').html).toBe(
    '<head><link rel="modulepreload" crossorigin href="/assets/a.js">' +
      '<link rel="modulepreload" media="(max-width: 767.98px)" crossorigin href="/assets/p.js">' +
      '<link rel="preload" as="style" media="(max-width: 767.98px)" crossorigin href="/assets/p.css">' +
      '<link rel="stylesheet" href="/assets/base.css">' +
      '<link rel="stylesheet" crossorigin href="/assets/a.css"></head><body></body>',
  )
  expect(document('/site-admin/').html).toBe(
    '<head><link rel="stylesheet" href="/assets/base.css"></head><body></body>',
  )
})

const titlesOf = ({ rows }: PageToRender) =>
  (rows.answer as { results: { title: string }[] }).results.map(({ title }) => title)

test('a list is rendered from the answers and rows that its page would fetch', async () => {
  await createProject(app.db, { title: 'Offen', status: recordStatus.inProgress })
  await createProject(app.db, { title: 'Fertig', status: recordStatus.complete })
  const path = '/site-admin/projects/?status=complete'
  const { staff, initial } = await open('superuser', path)
  const [page] = rendered
  expect(rendered).toHaveLength(1)
  expect(page).toMatchObject({ href: path, width: 1440, initial })
  expect(page!.rows).toMatchObject({
    name: 'GET /api/v4/projects/',
    query: { status: 'complete', exclude_status: 'archived', page: 1, page_size: 25 },
  })
  expect(titlesOf(page!)).toEqual(['Fertig'])
  const query = new URLSearchParams(page!.rows.query as Record<string, string>)
  expect(page!.rows.answer).toEqual((await staff.get(`/api/v4/projects/?${query}`)).body)
})

test('a list is not rendered for a search, a narrow window, or someone who may not read it', async () => {
  await createProject(app.db)
  await open('superuser', '/site-admin/projects/?search=x')
  await open(['view_payouts'], '/site-admin/organizations/')
  await open('superuser', '/site-admin/')
  const staff = await app.as('superuser')
  const at = (width: string) => ({
    headers: { cookie: `almoner_session=${staff.token}; almoner-window=${width}` },
  })
  await staff.get('/site-admin/projects/', at('1199'))
  expect(rendered).toEqual([])
  await staff.get('/site-admin/projects/', at('1920'))
  await staff.get('/site-admin/projects/', at('wide'))
  expect(rendered.map(({ width }) => width)).toEqual([1920, 1440])
})

test('a rendered page is inert, and its widths are rules of one style element that the policy names', () => {
  const html = '<html><head></head><body><div id="root"></div></body></html>'
  const first = {
    initial: {} as InitialData,
    html: '<p style="width:1px;height:2px">a</p><p style="width:1px;height:2px">$&</p>',
  }
  const document = documentOf({ html, files: {} })
  const { policy, html: text } = document('/site-admin/projects/', first)
  const [, nonce] = /style-src 'self' 'nonce-([\w+/=]{24})';/.exec(policy)!
  expect(text).toBe(
    `<html><head><style nonce="${nonce}">[data-rendered=hidden] #root{visibility:hidden}[data-style="width:1px;height:2px"]{width:1px!important;height:2px!important}</style></head>` +
      '<body><div id="root" inert><p data-style="width:1px;height:2px">a</p><p data-style="width:1px;height:2px">$&</p></div></body></html>',
  )
  expect(document('/site-admin/projects/', first).policy).not.toBe(policy)
  expect(document('/site-admin/projects/', { initial: first.initial }).policy).not.toContain('nonce')
})
