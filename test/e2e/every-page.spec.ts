import type { Page } from '@playwright/test'
import { pagePaths } from '#shared/pages.ts'
import { call, makeOrganization, makeProject } from './calls.ts'
import { expect, findings, test } from './signed-in.ts'
import { tooSmall } from './targets.ts'

// One visit to every page measures what holds for all of them.

/** Pages that begin with a link back to their list, and the review queue, whose heading stands in its own middle. */
const withBack = /\/(create|review)\/$/
/** Every other page whose address says all: what varies (`:slug`) is a record, what has moved shows another page. */
const plain = pagePaths.filter(
  (path) => path.startsWith('/site-admin/') && !/:|-old\//.test(path) && !withBack.test(path),
)

/** Pages whose every target is measured. */
const aimedAt = new Set(
  ['', 'projects/', 'organizations/', 'tasks/', 'emails/', 'emails/templates/', 'users/', 'permissions/']
    .concat(['statistics/', 'settings/companies/', 'settings/limits/', 'exports/', 'import/', 'profile/'])
    .concat(['document-templates/', 'documents/forecast/', 'logs/', 'logs/journal/', 'logs/accounts/'])
    .concat(['tasks/week/', 'projects/create/', 'organizations/create/', 'user/1/update/'])
    .map((address) => `/site-admin/${address}`),
)

/** Addresses of records of every kind that has a page of its own. */
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

test('every page is accessible in both themes, has its h1 in one place, and the main ones have targets of 24 px', async ({
  page,
}) => {
  test.setTimeout(480_000)
  const { slug } = await makeProject(page, `Ort ${Date.now()}`)
  const opened = await oneOfEach(page)
  const places: string[] = []
  const records: string[] = []
  const inLowWindow: string[] = []
  const onPhone: string[] = []
  const small: string[] = []
  const wide: string[] = []
  const faults: string[] = []
  /** All rules in the light, contrast in the dark as well: the theme changes colours and nothing else. */
  const look = async (address: string) => {
    // The checker cannot enter a sandboxed frame; the same words stand in the other view.
    if (address.includes('email-template/'))
      await page.getByRole('button', { name: 'Text', exact: true }).click()
    for (const [colorScheme, rules] of [
      ['light', 'all'],
      ['dark', 'contrast'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme)
      faults.push(...(await findings(page, rules)).map((fault) => `${address} ${colorScheme}: ${fault}`))
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const visit = async (address: string, found: string[]) => {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    // A part of a page that is still on its way has a heading of its own.
    await expect(page.getByRole('heading', { level: 1, name: 'Loading' })).toHaveCount(0)
    const { x, y } = (await page.getByRole('heading', { level: 1 }).boundingBox())!
    const beside = await page.evaluate(
      `document.querySelector('.entry-list') ? 'list' : document.querySelector('.entry-tabs') ? 'tabs' : 'alone'`,
    )
    found.push(`${address} ${String(beside)} ${x} ${y}`)
    // The numbers of rows stand at the left edge, and take nothing of the width.
    const numbers = await page.locator('thead .cell-index').all()
    for (const column of numbers) {
      const { width } = (await column.boundingBox()) ?? { width: 0 }
      if (width > 110) wide.push(`${address}: # is ${width} px wide`)
    }
    if (aimedAt.has(address) || address.includes(slug))
      small.push(...(await tooSmall(page)).map((what) => `${address}: ${what}`))
  }
  expect(plain.length).toBeGreaterThan(40)
  for (const address of plain) {
    await visit(address, places)
    await look(address)
  }
  for (const address of [
    '/site-admin/projects/create/',
    '/site-admin/organizations/create/',
    `/site-admin/project/${slug}/update/`,
    '/site-admin/user/1/update/',
    ...opened,
  ]) {
    await visit(address, records)
    await look(address)
  }
  // In a low window all is closer together, on every page alike.
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const address of ['', 'projects/', 'import/', 'bank-statements/', 'documents/forecast/'])
    await visit(`/site-admin/${address}`, inLowWindow)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const address of ['', 'organizations/archive/', 'tasks/week/', 'bank-statements/', 'statistics/'])
    await visit(`/site-admin/${address}`, onPhone)
  for (const found of [places, records, inLowWindow, onPhone]) {
    for (const beside of ['alone', 'tabs', 'list']) {
      const alike = found.filter((place) => place.includes(` ${beside} `))
      const at = alike[0]?.replace(/^\S+ /, '')
      expect(alike.filter((place) => !place.endsWith(` ${at}`))).toEqual([])
    }
  }
  expect(faults).toEqual([])
  expect(small).toEqual([])
  expect(wide).toEqual([])
})
