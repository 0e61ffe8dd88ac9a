import type { Page } from '@playwright/test'
import { pdfOf } from '../make-pdf.ts'
import { call, makeOrganization } from './calls.ts'
import { createDocument, notice, pdf } from './document-fixtures.ts'
import { expect, expectFits, test } from './signed-in.ts'

// Documents in the viewer: drawn by pdf.js under the content security policy, searched, their values copied.

/** A black square in fax format (CCITT G4), as scanners produce. */
const fax = pdfOf([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
  { dict: '', bytes: Buffer.from('200 0 0 200 0 0 cm /I Do') },
  {
    dict: '/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 /Rows 8 >>',
    // The first line is black from its first pixel on (horizontal: white 0, black 8), the others repeat the line above.
    bytes: Buffer.from('26a2fffe', 'hex'),
  },
])

/** The number of dark pixels on the first page as drawn. */
const inkOn = (page: Page) =>
  page.evaluate<number>(`(() => {
    const canvas = document.querySelector('.viewer-pages [data-page="1"] > canvas')
    if (!canvas || (canvas.width === 300 && canvas.height === 150)) return 0
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return data.filter((value, at) => at % 4 === 0 && value < 100).length
  })()`)

test('a notice is drawn and searched, and copying its values by keyboard dates the proof @smoke', async ({
  page,
}) => {
  const organization = await makeOrganization(page, `Kulturwerk ${Date.now().toString(36)}`)
  const slug = await createDocument(page, organization, pdf('Bescheid_2025.pdf', await notice()))
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`/site-admin/documents/${slug}/view/`)
  await expect(page.getByRole('heading', { level: 1, name: /^Notice of exemption/ })).toBeVisible()
  await expect.poll(() => inkOn(page)).toBeGreaterThan(500)
  const value = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(value('Issued')).toContainText('14.10.2025')
  await expect(page.locator('.found-place')).toHaveCount(4)

  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search the document' })
  await expect(search).toBeFocused()
  // In one go: between two letters, hits of the first ones could appear.
  await search.fill('bescheid')
  await expect(page.getByText(/^Hit 1 of \d+$/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Hit 2 of \d+$/)).toBeVisible()
  // A page marks its hits once it is drawn.
  await expect
    .poll(() => page.evaluate<number>(`CSS.highlights.get('pdf-hits')?.size ?? 0`))
    .toBeGreaterThan(0)
  await page.keyboard.press('Escape')

  await page.keyboard.press('w')
  await expect(page.getByRole('button', { name: 'Fit the width' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('0')
  await page.keyboard.press('PageDown')
  await expect(page.getByText('Page 2 of 2', { exact: true }).first()).toBeVisible()

  for (const name of ['Issued', 'Tax number', 'Tax office', 'Purposes']) {
    await page.keyboard.press('Enter')
    await expect(value(name)).toContainText('Used')
  }
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status')).toContainText('Saved')
  expect(await call(page, 'GET', `/api/v4/organization/${organization.slug}/`)).toMatchObject({
    exemption_date: '2025-10-14',
    tax_office: 'Finanzamt Hohenfels',
    tax_number: '42099/01234',
  })
  await page.evaluate(`window.print = () => {
    document.documentElement.dataset.printed = String(document.querySelectorAll('.pdf-sheets img').length)
  }`)
  await page.keyboard.press('Control+p')
  await expect(page.locator('html')).toHaveAttribute('data-printed', '2')
  expect(complaints).toEqual([])
})

test('a fax scan is drawn without loosening the page’s content security policy', async ({ page }) => {
  const organization = await makeOrganization(page, `Fax ${Date.now().toString(36)}`)
  const slug = await createDocument(page, organization, pdf('Fax.pdf', fax))
  await page.goto(`/site-admin/documents/${slug}/view/`)
  await expect(page.getByText('This is a picture without text.')).toBeVisible()
  await expect.poll(() => inkOn(page)).toBeGreaterThan(1000)
  const policy = (await page.request.get(page.url())).headers()['content-security-policy']!
  expect(policy).toContain("script-src 'self' 'sha256-")
  expect(policy).not.toMatch(/unsafe/)
})

test('on a phone, in German, values are shown one at a time with their place in view, or all in a list', async ({
  page,
}) => {
  const organization = await makeOrganization(page, `Chor ${Date.now().toString(36)}`)
  const slug = await createDocument(page, organization, pdf('Bescheid.pdf', await notice()))
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/site-admin/documents/${slug}/view/`)
  const sheet = page.getByRole('region', { name: 'Gefundene Angaben' })
  await expect(sheet.getByRole('heading', { name: 'Ausstellungsdatum' })).toBeVisible()
  await expect(page.locator('.found-place[data-chosen]')).toBeInViewport()
  await sheet.getByRole('button', { name: 'Nächste Angabe' }).click()
  await expect(sheet.getByRole('heading', { name: 'Steuernummer' })).toBeVisible()
  await expect(page.locator('.found-place[data-chosen]')).toBeInViewport()
  await sheet.getByRole('button', { name: 'Alle Angaben' }).click()
  await expect(sheet.getByRole('heading', { name: 'Finanzamt' })).toBeVisible()
  await expectFits(page)
})
