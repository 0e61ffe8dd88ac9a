import type { Page } from '@playwright/test'
import { pdfOfSize, simplePdf } from '../make-pdf.ts'
import { call, makeOrganization } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

// Documents in a browser: uploaded, refused, superseded, followed in the log, deleted; on a desktop and on a phone.

const list = '/site-admin/documents/administration/'
const pdf = (name: string, buffer = simplePdf()) => ({ name, mimeType: 'application/pdf', buffer })
const script = simplePdf({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>' })

const choose = (page: Page, file: ReturnType<typeof pdf>) =>
  page.locator('input[type=file]').setInputFiles(file)

test('a notice is uploaded beside the list, dates the proof, is superseded and deleted @smoke', async ({
  page,
}) => {
  const organization = await makeOrganization(page, `Kulturwerk ${Date.now().toString(36)}`)
  await page.goto(list)
  await page.getByRole('button', { name: 'Upload PDF' }).first().click()
  const panel = page.getByRole('complementary', { name: 'Upload PDF' })
  await expect(panel.getByLabel('Type')).toBeFocused()
  await panel.getByLabel('Type').click()
  await page.getByRole('option', { name: 'Notice of exemption' }).click()
  await panel.getByLabel('Project or organization').fill(organization.title)
  await page.getByRole('option', { name: `Organization: ${organization.title}` }).click()
  await choose(page, pdf('Satzung.pdf', script))
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('alert')).toContainText('Invalid file type')
  await expect(panel.getByRole('alert')).toContainText('Satzung.pdf carries a script.')
  await panel.getByRole('button', { name: 'Dismiss' }).click()

  await panel.getByLabel('Issued').fill('12.03.2026')
  await choose(page, pdf('Bescheid_2026.pdf', pdfOfSize(300_000)))
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText('Bescheid_2026.pdf')
  const row = page
    .getByRole('row')
    .filter({ hasText: 'Bescheid_2026.pdf' })
    .filter({ hasText: organization.title })
  await expect(row).toContainText('12.03.2031')
  await expect(row).toContainText('Valid')
  const { exemption_date } = await call<{ exemption_date: string }>(
    page,
    'GET',
    `/api/v4/organization/${organization.slug}/`,
  )
  expect(exemption_date).toBe('2026-03-12')

  await expect(panel.getByText('Supersedes Bescheid_2026.pdf, which stays as history.')).toBeVisible()
  await choose(page, pdf('Falsch.pdf'))
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Superseded')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Upload PDF' })).toBeFocused()

  const wrong = page
    .getByRole('row')
    .filter({ hasText: 'Falsch.pdf' })
    .filter({ hasText: organization.title })
  await wrong.getByRole('button', { name: /^More actions: Notice of exemption/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(wrong).toHaveCount(0)
  await expect(row).toContainText('Valid')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await row.getByRole('button', { name: /^More actions: Notice of exemption/ }).click()
      await page.getByRole('menuitem', { name: 'Download' }).click()
    })(),
  ])
  expect(file.suggestedFilename()).toBe('Bescheid_2026.pdf')
  await row.getByRole('button', { name: /^Log: Notice of exemption/ }).click()
  const log = page.getByRole('dialog', { name: 'Log: Bescheid_2026.pdf' })
  await expect(log.getByText('Downloaded')).toBeVisible()
  await expect(log.getByText('Uploaded')).toBeVisible()
  await log.getByRole('link', { name: 'Open in document log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Document log' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Bescheid_2026.pdf' }).first()).toBeVisible()
  await expect(page.getByText('Falsch.pdf')).toHaveCount(0)
})

test('a second file waits while the first fails and is retried, and is then uploaded', async ({ page }) => {
  const organization = await makeOrganization(page, `Warten ${Date.now().toString(36)}`)
  await page.goto(list)
  await page.getByRole('button', { name: 'Upload PDF' }).first().click()
  const panel = page.getByRole('complementary', { name: 'Upload PDF' })
  await panel.getByLabel('Type').click()
  await page.getByRole('option', { name: 'Notice of exemption' }).click()
  await panel.getByLabel('Project or organization').fill(organization.title)
  await page.getByRole('option', { name: `Organization: ${organization.title}` }).click()
  await choose(page, pdf('Erste.pdf'))
  const held: (() => void)[] = []
  let fails = true
  await page.route('**/api/v4/documents/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await new Promise<void>((resolve) => held.push(resolve))
    return fails ? route.abort() : route.continue()
  })
  const release = async () => {
    await expect.poll(() => held.length).toBe(1)
    held.pop()!()
  }
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => held.length).toBe(1)
  await choose(page, pdf('Zweite.pdf'))
  await expect(panel.getByText('Zweite.pdf waits')).toBeVisible()
  await release()
  // The first upload is still current: it can be retried, and the second keeps waiting.
  await expect(panel.getByRole('alert')).toContainText('Failed to upload file')
  await expect(panel.locator('.upload-file')).toContainText('Erste.pdf')
  await expect(panel.getByText('Zweite.pdf waits')).toBeVisible()
  fails = false
  await panel.getByRole('button', { name: 'Try again' }).click()
  await release()
  await expect(panel.locator('.upload-file')).toContainText('Zweite.pdf')
  await expect(panel.getByText('Zweite.pdf waits')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Save' }).click()
  await release()
  for (const name of ['Erste.pdf', 'Zweite.pdf'])
    await expect(
      page.getByRole('row').filter({ hasText: name }).filter({ hasText: organization.title }),
    ).toBeVisible()
})

test('an upload announces its start, 50 % and its end', async ({ page }) => {
  const organization = await makeOrganization(page, `Ansage ${Date.now().toString(36)}`)
  await page.goto(list)
  await page.getByRole('button', { name: 'Upload PDF' }).first().click()
  const panel = page.getByRole('complementary', { name: 'Upload PDF' })
  await panel.getByLabel('Type').click()
  await page.getByRole('option', { name: 'Statutes' }).click()
  await panel.getByLabel('Project or organization').fill(organization.title)
  await page.getByRole('option', { name: `Organization: ${organization.title}` }).click()
  await choose(page, pdf('Satzung.pdf', pdfOfSize(4_000_000)))
  // Announcements to screen readers: each new text of a polite region, or of a status.
  await page.evaluate(`
    window.told = []
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live=polite], [role=status]')) {
        const text = region.textContent.trim()
        if (text.includes('Satzung.pdf') && told.at(-1) !== text) told.push(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`)
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1_500_000,
  })
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: organization.title })).toContainText('Satzung.pdf')
  const told = (await page.evaluate('told')) as string[]
  expect(told.slice(0, 2)).toEqual(['Uploading Satzung.pdf', 'Uploading Satzung.pdf 50 %'])
  expect(told[2]).toMatch(/^Uploaded\s*Satzung\.pdf/)
  expect(told).toHaveLength(3)
})

test('on a phone, in German, a document of an organization is uploaded full screen and appears on its tab', async ({
  page,
}) => {
  const organization = await makeOrganization(page, `Chor ${Date.now().toString(36)}`)
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/site-admin/organization/${organization.slug}/update/?tab=documents`)
  await expect(page.getByText('Noch keine Dokumente')).toBeVisible()
  await page.getByRole('button', { name: 'PDF hochladen' }).click()
  const screen = page.getByRole('dialog', { name: 'PDF hochladen' })
  await screen.getByLabel('Art').click()
  await page.getByRole('option', { name: 'Kontonachweis' }).click()
  await choose(page, pdf('Kontonachweis.pdf'))
  await screen.getByRole('button', { name: 'Speichern' }).click()
  await expect(screen).toBeHidden()
  const card = page.locator('li.list-card').filter({ hasText: 'Kontonachweis.pdf' })
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Weitere Aktionen: Kontonachweis', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Protokoll' }).click()
  await expect(page.getByText('Hochgeladen (personenbezogene Daten)')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(list)
  await expect(page.locator('li.list-card').filter({ hasText: organization.title })).toBeVisible()
  await expectFits(page)
})
