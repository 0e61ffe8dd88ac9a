import type { Page } from '@playwright/test'
import { call, makeOrganization } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

// Finding projects by relations: the menu “+ Filter”, its chips, blocking reasons, and the columns.

type Row = { slug: string; version: number }

/** Complete projects in the town: one whose organization has no proof, one with proof; and one in another town. */
async function ask(page: Page, town: string): Promise<void> {
  const proof = { exemption_kind: 'notice', exemption_date: '2025-06-01' }
  for (const [title, fields] of Object.entries({
    'No proof': { city: town },
    Valid: { city: town, ...proof },
    Elsewhere: { city: `${town} am See` },
  })) {
    const organization = await makeOrganization(page, `Verein ${title} ${town}`)
    await call(page, 'PATCH', `/api/v4/organization/${organization.slug}/`, {
      ...fields,
      version: organization.version,
    })
    const project = await call<Row>(page, 'POST', '/api/v4/projects/', {
      title: `${title} ${town}`,
      organization_slug: organization.slug,
      needs: [{ title: 'Pump', amount_cents: 125_000 }],
      funding_type: 1,
    })
    await call(page, 'PATCH', `/api/v4/project/${project.slug}/`, { status: 2, version: project.version })
  }
}

const rows = (page: Page) => page.locator('tbody [data-row-title]')

test('six clicks find complete projects in a town whose organization has no valid proof', async ({
  page,
}) => {
  await ask(page, 'Neuberlin')
  await page.goto('/site-admin/projects/?status=complete')
  await expect(rows(page).first()).toBeVisible()
  let clicks = 0
  const click = async (locator: ReturnType<Page['locator']>) => {
    clicks += 1
    await locator.click()
  }
  const menu = page.getByRole('dialog', { name: 'Filters' })
  await click(page.getByRole('button', { name: /^Filter/ }).first())
  await expect(menu.getByRole('searchbox', { name: 'Filter by…' })).toBeFocused()
  await click(menu.getByRole('checkbox', { name: /^Expired/ }))
  await click(menu.getByRole('checkbox', { name: /^None/ }))
  await click(menu.getByRole('button', { name: /^Town/ }))
  await menu.getByRole('searchbox', { name: 'Search: Town' }).fill('neuberlin')
  await click(menu.getByRole('checkbox', { name: /^Neuberlin\s?\d/ }))
  await expect(menu.getByText('1 project', { exact: true })).toBeVisible()
  await click(menu.getByRole('button', { name: /^Apply/ }))
  await expect(rows(page)).toHaveText(['No proof Neuberlin'])
  expect(clicks).toBeLessThanOrEqual(6)
  await expect(page.locator('.chip')).toHaveText([
    /Status Complete/,
    /Proof status Expired, None/,
    /Town Neuberlin/,
  ])
  await page.getByRole('button', { name: /cannot take money/ }).click()
  await expect(page.getByRole('menuitem', { name: 'No proof 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  // By keyboard alone: Backspace removes a chip, F opens the menu, Enter applies.
  await page.locator('.chip-open', { hasText: 'Town' }).focus()
  await page.keyboard.press('Backspace')
  await expect(page.locator('.chip')).toHaveCount(2)
  await page.keyboard.press('f')
  await page.keyboard.type('town')
  await page.keyboard.press('Enter')
  await page.keyboard.type('neuberlin')
  await expect(menu.locator('form').getByRole('checkbox')).toHaveCount(2)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveText(['No proof Neuberlin'])
  // The address contains it: a recipient of the link sees the same.
  await page.reload()
  await expect(rows(page)).toHaveText(['No proof Neuberlin'])
})

test('on a phone, in formal German, one sheet holds all filters and shows the number of matches', async ({
  page,
}) => {
  await ask(page, 'Altberlin')
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/site-admin/projects/?search=Altberlin')
  await expect(page.getByRole('link', { name: 'Valid Altberlin' })).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  await sheet.getByRole('checkbox', { name: /^Ohne/ }).first().check()
  await sheet.getByText('Ort', { exact: true }).click()
  await sheet.getByRole('checkbox', { name: /^Altberlin\s?\d/ }).check()
  await expect(sheet.getByRole('button', { name: 'Anwenden · 1' })).toBeVisible()
  await sheet.getByRole('button', { name: /^Anwenden/ }).click()
  await expect(page.locator('[data-row-title]')).toHaveText(['No proof Altberlin'])
  await expect(page.getByRole('button', { name: 'Filter (2)' })).toBeVisible()
  await expectFits(page)
})
