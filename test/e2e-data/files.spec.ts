import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../e2e/signed-in.ts'

// The real files through the page: clicks on the mapping are counted, and totals must match the README beside the
// files, or the file itself.
const folder = join(import.meta.dirname, '../../../shared/data')

/** One person with one file: each `map` is a click, or one rule, about the meaning of columns. */
function withFile(page: Page, name: string) {
  let clicks = 0
  const it = {
    upload: async () => {
      await page.goto('/site-admin/import/')
      await page.locator('input[type=file]').setInputFiles(join(folder, name))
      await expect(page.getByRole('heading', { level: 1, name: name.split('/').at(-1)! })).toBeVisible()
    },
    map: async (act: () => Promise<unknown>) => {
      const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
      await act()
      expect((await kept).status()).toBe(200)
      clicks++
    },
    check: async () => {
      await page.getByRole('button', { name: /^Check/ }).click()
      await expect(page.getByText('Checked', { exact: true })).toBeVisible({ timeout: 120_000 })
      expect(clicks).toBeLessThanOrEqual(3)
    },
    rate: async (currency: string, rate: string) => {
      await page.getByLabel('Currency', { exact: true }).fill(currency)
      await page.getByLabel('Euros for one unit').fill(rate)
      await page.getByRole('button', { name: 'Add rate' }).click()
      await expect(page.getByText(new RegExp(`1 rate for ${currency}: ${rate} `))).toBeVisible()
    },
    confirm: async () => {
      await page.getByRole('link', { name: 'Confirm' }).click()
    },
    books: (gifts: string, sum: string) =>
      expect(page.getByRole('heading', { name: `${gifts} gifts, €${sum}, into the ledger` })).toBeVisible(),
  }
  return it
}

const linesOf = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n').slice(1)
const euros = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

test('the Berlin file needs no mapping', async ({ page }) => {
  const file = withFile(page, 'berlin/zuwendungen-berlin-vereine-2016-2017.csv')
  await file.upload()
  await file.check()
  await file.confirm()
  await file.books('3,605', '433,432,958.00')
  for (const sum of ['€202,261,034.00', '€231,171,924.00'])
    await expect(page.getByRole('cell', { name: sum }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /^Organizations 821 0 0$/ })).toBeVisible()
})

test('the Linz file is imported with its currency confirmed and only its valid rows', async ({ page }) => {
  const name = 'linz/Subventionsbericht_Linz_2014.csv'
  const cents = linesOf(name)
    .map(
      (line) =>
        Number(/"?(-?[\d.]+,\d\d)"?/.exec(line)?.[1]!.replace(/\D/g, '') ?? 0) *
        (line.includes('"-') ? -1 : 1),
    )
    .reduce((sum, one) => sum + Math.max(0, one), 0)
  const file = withFile(page, name)
  await file.upload()
  await file.map(() => page.getByRole('button', { name: 'The amounts are EUR' }).click())
  await file.map(() => page.getByLabel('Import only the good rows').click())
  await file.check()
  await file.confirm()
  await page.getByRole('button', { name: 'Yes, each is an organization' }).click()
  // The file spells one recipient in two ways.
  await page.getByRole('button', { name: 'All of them are different' }).click()
  await file.books('597', euros(cents))
})

test('the companies file is imported with its currency and one project per organization and year', async ({
  page,
}) => {
  const name = 'companies/firmenspenden-2011.tsv'
  const cents = linesOf(name).reduce(
    (sum, line) => sum + Math.round(Number(line.trim().split('\t').at(-1)) * 100),
    0,
  )
  const file = withFile(page, name)
  await file.upload()
  await file.map(() => page.getByRole('button', { name: 'The amounts are EUR' }).click())
  await file.map(() => page.getByLabel('One project per organization and year').click())
  await file.check()
  await file.confirm()
  await page.getByRole('button', { name: 'All of them are different' }).click()
  await file.books('116', euros(cents))
})

test('the contributions file is imported with a rate, only paid rows and a project per collective', async ({
  page,
}) => {
  const file = withFile(page, 'opencollective/contributions.csv')
  await file.upload()
  await file.map(() => page.getByLabel('Field for collective_name').selectOption({ label: 'Project name' }))
  await file.map(async () => {
    await page.getByLabel('Where column').selectOption({ label: 'status' })
    await page.getByLabel('Condition').selectOption({ label: 'is not' })
    await page.getByLabel('Text to leave out').fill('PAID')
    await page.getByRole('button', { name: 'Add rule' }).click()
  })
  await file.map(() => page.getByLabel('Import only the good rows').click())
  await file.rate('USD', '1')
  await file.check()
  await file.confirm()
  await expect(page.getByText('382 rows left out by a rule.')).toBeVisible()
  // Gifts of persons whose names are left out of the file.
  await expect(page.getByText(/\d+ × Organization: A required cell is empty/)).toBeVisible()
})

test('the 360Giving file is imported with a rate', async ({ page }) => {
  const file = withFile(page, 'grants360/andrew-lloyd-webber-foundation.json')
  await file.upload()
  await file.rate('GBP', '1')
  await file.check()
  await file.confirm()
  await file.books('475', '21,757,793.27')
  await expect(page.getByRole('row', { name: /^Organizations 287 0 0$/ })).toBeVisible()
})
