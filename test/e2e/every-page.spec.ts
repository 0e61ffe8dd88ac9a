import type { Page, Request } from '@playwright/test'
import { pagePaths } from '#shared/pages.ts'
import { call, makeOrganization, makeProject } from './calls.ts'
import { look } from './looks.ts'
import { expect, expectLoaded, test } from './signed-in.ts'
import { tooSmall } from './targets.ts'

// One visit to every page measures everything that holds for all of them: accessibility, the place of its heading, and on
// main pages that targets have 24 px.

/** Pages that start with a link back to their list, and the review queue, whose heading is in its middle. */
const withBack = /\/(create|review)\/$/
/** Every page with a complete address: `:slug` needs a record, and a moved address shows another page. */
const plain: readonly string[] = pagePaths.filter(
  (path) => path.startsWith('/site-admin/') && !/:|-old\//.test(path) && !withBack.test(path),
)

/** Pages on which every target's size is measured. */
const aimedAt = new Set(
  ['', 'projects/', 'organizations/', 'tasks/', 'emails/', 'emails/templates/', 'users/', 'permissions/']
    .concat(['statistics/', 'settings/companies/', 'settings/limits/', 'exports/', 'import/', 'profile/'])
    .concat(['document-templates/', 'documents/forecast/', 'logs/', 'logs/journal/', 'logs/accounts/'])
    .concat(['tasks/week/', 'projects/create/', 'organizations/create/', 'user/1/update/'])
    .map((address) => `/site-admin/${address}`),
)

/** Addresses of records of every kind with its own page. */
async function oneOfEach(page: Page): Promise<string[]> {
  const first = async <T>(path: string) => (await call<{ results: T[] }>(page, 'GET', path)).results[0]!
  const organization = await makeOrganization(page, `Ort ${Date.now()}`)
  const company = await first<{ slug: string }>('/api/v4/companies/donating-companies/')
  const statement = await first<{ id: number }>('/api/v4/bank-statements/')
  const event = await first<{ id: number }>('/api/v4/logs/journal/')
  const template = await first<{ slug: string }>('/api/v4/document-templates/')
  await page.goto('/site-admin/import/')
  const buffer = Buffer.from('Verein;Vorhaben;Betrag\nVerein Brunnen;Brunnen;100,00\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'ort.csv', mimeType: 'text/csv', buffer })
  await page.waitForURL(/\/import\/\d+\//)
  return [
    `organization/${organization.slug}/update/`,
    `company/${company.slug}/`,
    'email-template/task_created/update/',
    `import/${/import\/(\d+)/.exec(page.url())![1]}/`,
    `bank-statement/${statement.id}/`,
    `logs/journal/${event.id}/`,
    `document-template/${template.slug}/`,
  ].map((address) => `/site-admin/${address}`)
}

/** Waits until no call is on its way, nor a frame later: a part of a page calls once its code has come. */
function watchCalls(page: Page): () => Promise<void> {
  const calls = new Set<Request>()
  page.on('request', (request) => calls.add(request))
  const end = (request: Request) => calls.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const frames = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'
  const isQuiet = async () => {
    if (calls.size === 0) await page.evaluate(frames)
    return calls.size === 0
  }
  return () => expect.poll(isQuiet, { intervals: [50] }).toBe(true)
}

/** What a test finds out about the pages that it visits; `expectGood` ends it. */
function survey(page: Page) {
  const isQuiet = watchCalls(page)
  const places: string[] = []
  const faults: string[] = []

  /** Opens a page, and notes where its heading is. */
  async function visit(address: string): Promise<void> {
    await page.goto(address)
    await expectLoaded(page)
    await isQuiet()
    const { x, y } = (await page.getByRole('heading', { level: 1 }).boundingBox())!
    const beside = await page.evaluate(
      `document.querySelector('.entry-list') ? 'list' : document.querySelector('.entry-tabs') ? 'tabs' : 'alone'`,
    )
    places.push(`${address} ${String(beside)} ${x} ${y}`)
    // The row numbers stand at the left edge and take up no width.
    for (const column of await page.locator('thead .cell-index').all()) {
      const { width } = (await column.boundingBox()) ?? { width: 0 }
      if (width > 110) faults.push(`${address}: # is ${width} px wide`)
    }
  }

  async function lookAt(address: string): Promise<void> {
    // The checker cannot enter a sandboxed frame; the other view has the same text.
    if (address.includes('email-template/'))
      await page.getByRole('button', { name: 'Text', exact: true }).click()
    faults.push(...(await look(page)).map((fault) => `${address} ${fault}`))
  }

  return {
    visit,
    visitAndLook: async (addresses: readonly string[]) => {
      for (const address of addresses) {
        await visit(address)
        if (aimedAt.has(address) || /\/project\/.*\/update\//.test(address))
          faults.push(...(await tooSmall(page)).map((what) => `${address}: ${what}`))
        await lookAt(address)
      }
    },
    /** The headings of pages of one kind are in one place. Begins anew. */
    expectAlike: () => {
      const found = places.splice(0)
      for (const beside of ['alone', 'tabs', 'list']) {
        const alike = found.filter((place) => place.includes(` ${beside} `))
        const at = alike[0]?.replace(/^\S+ /, '')
        expect(alike.filter((place) => !place.endsWith(` ${at}`))).toEqual([])
      }
    },
    expectGood: () => expect(faults).toEqual([]),
  }
}

/** One page of each kind, which every part of the pages is compared with. */
const examples = ['', 'gifts/', 'settings/companies/'].map((address) => `/site-admin/${address}`)
const parts = 3

test.describe.configure({ mode: 'parallel' })

for (let part = 0; part < parts; part++)
  test(`pages are accessible in both themes, with their h1 in one place, part ${part + 1}`, async ({
    page,
  }) => {
    test.setTimeout(240_000)
    expect(plain.length).toBeGreaterThan(40)
    const { visit, visitAndLook, expectAlike, expectGood } = survey(page)
    const addresses = plain.filter((_, at) => at % parts === part)
    for (const address of examples) if (!addresses.includes(address)) await visit(address)
    await visitAndLook(addresses)
    expectAlike()
    expectGood()
  })

test('pages of records are accessible in both themes, with their h1 in one place', async ({ page }) => {
  test.setTimeout(240_000)
  const { slug } = await makeProject(page, `Ort ${Date.now()}`)
  const opened = await oneOfEach(page)
  const { visit, visitAndLook, expectAlike, expectGood } = survey(page)
  await visitAndLook([
    '/site-admin/projects/create/',
    '/site-admin/organizations/create/',
    `/site-admin/project/${slug}/update/`,
    '/site-admin/user/1/update/',
    ...opened,
  ])
  expectAlike()
  // In a low window everything is compact, on every page alike.
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const address of ['', 'projects/', 'import/', 'bank-statements/', 'documents/forecast/'])
    await visit(`/site-admin/${address}`)
  expectAlike()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const address of ['', 'organizations/archive/', 'tasks/week/', 'bank-statements/', 'statistics/'])
    await visit(`/site-admin/${address}`)
  expectAlike()
  expectGood()
})
