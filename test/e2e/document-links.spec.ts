import type { Page } from '@playwright/test'
import { pdfOfSize } from '../make-pdf.ts'
import { call, makeOrganization } from './calls.ts'
import { createDocument, linkTo, pdf } from './document-fixtures.ts'
import { expect, expectFits, test } from './signed-in.ts'

// A document sent as an expiring link: sent, opened by a stranger, counted, ended; on a desktop and on a phone.

/** A document of a new organization, uploaded by a call. */
async function givenStatutes(page: Page): Promise<string> {
  const organization = await makeOrganization(page, `Kulturwerk ${Date.now().toString(36)}`)
  return createDocument(page, organization, pdf('Satzung.pdf', pdfOfSize(300_000)), 'statutes')
}

test('a document is sent as a link; a stranger downloads it, staff see that and end the link', async ({
  page,
  browser,
  baseURL,
}) => {
  const slug = await givenStatutes(page)
  const address = `post-${slug}@verein.example`
  await page.goto(`/site-admin/documents/${slug}/view/`)
  await page.getByRole('button', { name: 'Send…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send: Satzung.pdf' })
  await dialog.getByLabel('E-mail').fill(address)
  await dialog.getByRole('button', { name: 'As a link that expires' }).click()
  const until = dialog.getByLabel('Link opens until')
  const usual = await until.inputValue()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('status')).toContainText('Queued for sending')

  const link = await linkTo(address)
  const stranger = await (await browser.newContext({ locale: 'de-DE' })).newPage()
  await stranger.goto(`${baseURL}${link}`)
  await expect(stranger.getByRole('heading', { name: 'Satzung.pdf' })).toBeVisible()
  const [taken] = await Promise.all([
    stranger.waitForEvent('download'),
    stranger.getByRole('link', { name: 'PDF herunterladen (293 KB)' }).click(),
  ])
  expect(taken.suggestedFilename()).toBe('Satzung.pdf')

  await page.getByRole('button', { name: 'Send…' }).click()
  await expect(dialog.getByText(/downloaded once/)).toBeVisible()
  await dialog.getByRole('button', { name: `End link: ${address}` }).click()
  await expect(dialog.getByText('Ended', { exact: true })).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByRole('heading', { name: 'Dieser Link öffnet nichts' })).toBeVisible()
  await expect(stranger.getByText('Satzung')).toHaveCount(0)
  await stranger.context().close()
  await page.keyboard.press('Escape')
  await page.goto(`/site-admin/documents/log/?slug=${slug}`)
  for (const said of [`Sent as a link until ${usual}`, 'Downloaded by its link', 'Link ended'])
    await expect(page.getByRole('row').filter({ hasText: said })).toBeVisible()
})

test('on a phone, in German, a document is sent as a link by keyboard, and the link’s page fits', async ({
  page,
}) => {
  const slug = await givenStatutes(page)
  const address = `telefon-${slug}@verein.example`
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/site-admin/documents/${slug}/view/`)
  await page.getByRole('button', { name: /^Weitere Aktionen: Satzung/ }).click()
  await page.getByRole('menuitem', { name: 'Senden…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Senden: Satzung.pdf' })
  await dialog.getByLabel('E-Mail').fill(address)
  await dialog.getByRole('button', { name: 'Als Link mit Ende' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Link gilt bis')).toBeVisible()
  await expectFits(page)
  await dialog.getByRole('button', { name: 'Senden', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.goto(await linkTo(address))
  await expect(page.getByText(/^Der Link gilt bis \d\d\.\d\d\.\d{4}\.$/)).toBeVisible()
  await expectFits(page)
})
