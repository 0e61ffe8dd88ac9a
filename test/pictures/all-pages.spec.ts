import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pagePaths, type PagePath } from '#shared/pages.ts'
import { call } from '../e2e/calls.ts'
import { expect, test } from '../e2e/signed-in.ts'

// Every page at four sizes, in both themes and all languages, beside the previous pictures:
// docs/pictures/all/index.html.

const folder = 'docs/pictures/all'
const [before, now] = [join(folder, 'before'), join(folder, 'now')]
const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [320, 640],
] as const
const languages = ['en_US', 'du_DE', 'sie_DE'] as const
const themes = ['light', 'dark'] as const

test.describe.configure({ mode: 'serial', timeout: 1_200_000 })

test.beforeAll(() => {
  rmSync(before, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (existsSync(now)) renameSync(now, before)
  mkdirSync(now)
})
test.afterAll(() => writeFileSync(join(folder, 'index.html'), comparison()))

for (const language of languages)
  for (const theme of themes)
    test(`pages are taken in ${language}, ${theme}`, async ({ page }) => {
      await call(page, 'PATCH', '/api/v4/users/profile/', { language, appearance: theme })
      const addresses = await addressesOf(page)
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height })
        for (const address of addresses) {
          await page.goto(address)
          await expect(page.locator('h1').first()).toBeVisible()
          await page.waitForLoadState('networkidle')
          const name = `${address.replace(/^\/site-admin/, '').replace(/\W+/g, '_')}-${width}-${theme}-${language}.png`
          await page.screenshot({ path: join(now, name), animations: 'disabled' })
        }
      }
    })

/** Values for path parameters: the first in its list. */
const records: Partial<Record<PagePath, readonly [list: string, key: string]>> = {
  '/site-admin/project/:slug/update/': ['projects', 'slug'],
  '/site-admin/organization/:slug/update/': ['organizations', 'slug'],
  '/site-admin/company/:slug/': ['companies/donating-companies', 'slug'],
  '/site-admin/bank-statement/:id/': ['bank-statements', 'id'],
  '/site-admin/import/:id/': ['imports', 'id'],
  '/site-admin/document-template/:slug/': ['document-templates', 'slug'],
  '/site-admin/documents/:slug/view/': ['documents', 'slug'],
  '/site-admin/email-template/:key/update/': ['email-templates', 'key'],
  '/site-admin/user/:id/update/': ['users', 'id'],
  '/site-admin/logs/journal/:id/': ['logs/journal', 'id'],
  '/site-admin/logs/accounts/:id/': ['logs/accounts', 'id'],
}

/** Every page for a signed-in person; for records, the first one. */
async function addressesOf(page: Page): Promise<string[]> {
  const addresses: string[] = []
  for (const path of pagePaths) {
    if (!path.startsWith('/site-admin/')) continue
    const record = records[path]
    if (!path.includes(':')) addresses.push(path)
    else if (record) {
      type Found = { results: Record<string, string | number>[] }
      const { results } = await call<Found>(page, 'GET', `/api/v4/${record[0]}/?page_size=10`)
      addresses.push(path.replace(/:\w+/, String(results[0]![record[1]])))
    }
  }
  return addresses
}

/** Previous and current pictures side by side. */
function comparison(): string {
  const pair = (name: string) => {
    const old = existsSync(join(before, name)) ? `<img loading="lazy" src="before/${name}" alt="before">` : ''
    return `<section><h2>${name}</h2>${old}<img loading="lazy" src="now/${name}" alt="now"></section>`
  }
  const style =
    'body{font:14px sans-serif}img{max-width:48%;vertical-align:top;border:1px solid #ccc;margin-right:1%}'
  return `<!doctype html><meta charset="utf-8"><title>Pages</title><style>${style}</style>${readdirSync(now).toSorted().map(pair).join('\n')}`
}
