import { call } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

// The demo's run of receipts: issued and refused ones with reasons; on a desktop and on a phone.

const run = '/site-admin/documents/runs/1/'

test('a run shows issued and refused receipts, filters by keyboard, and opens a receipt @smoke', async ({
  page,
}) => {
  await page.goto(run)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Donation receipts for \d+ gifts$/)
  await expect(page.getByText('No gaps')).toBeVisible()
  const results = page.getByRole('region', { name: 'Result' }).getByRole('row')
  await expect(results.filter({ hasText: 'Original' }).first()).toBeVisible()
  await expect(results.filter({ hasText: 'Withdrawn' })).toHaveCount(1)

  const why = 'Donor’s address is missing'
  await page.getByRole('button', { name: `Show: ${why}` }).focus()
  await page.keyboard.press('Enter')
  await expect(results.filter({ hasText: 'Original' })).toHaveCount(0)
  await expect(results.filter({ hasText: why })).not.toHaveCount(0)
  await expect(results.filter({ hasText: 'Refused' })).toHaveCount((await results.count()) - 1)

  const ask = page.getByRole('button', { name: 'Ask for notices…' })
  await ask.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ask for a new notice' })
  await expect(dialog).toContainText('E-mail drafts, each in its task; nothing is sent')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(ask).toBeFocused()

  await page
    .getByRole('radio', { name: /^All / })
    .or(page.getByRole('button', { name: /^All / }))
    .first()
    .click()
  await results
    .filter({ hasText: 'Withdrawn' })
    .getByRole('link', { name: /^Open Zuwendungsbestätigung_/ })
    .click()
  await expect(page).toHaveURL(/\/site-admin\/documents\/[^/]+\/view\/$/)
  await expect(page.getByText('Withdrawn').first()).toBeVisible()
})

test('on a phone, in German, the run shows figures, then reasons, then cards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(run)
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  try {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^Zuwendungsbestätigungen für \d+ Zuwendungen$/,
    )
    await expect(page.getByText('Lückenlos')).toBeVisible()
    await expectFits(page)
    const [reasons, cards] = await Promise.all([
      page.getByRole('heading', { name: /^Abgelehnt, nach Grund/ }).boundingBox(),
      page.getByRole('region', { name: 'Ergebnis' }).getByRole('row').nth(1).boundingBox(),
    ])
    expect(reasons!.y).toBeLessThan(cards!.y)
    expect(cards!.width).toBeLessThanOrEqual(390)
  } finally {
    await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'en_US' })
  }
})
