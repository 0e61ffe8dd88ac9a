import type { Page } from '@playwright/test'
import { expect, test } from './signed-in.ts'

const list = '/site-admin/projects/'
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const title = (page: Page) => page.locator('input[name=title]')
const menu = (page: Page, of: string) => page.getByRole('button', { name: `More actions: ${of}` })

test('a project is created with its needs, found, and deleted by its typed name', async ({ page }) => {
  await page.goto(list)
  await page.getByRole('link', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create project' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a need' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Check 4 fields')).toBeVisible()
  await expect(title(page)).toBeFocused()

  await title(page).fill('Brunnen am Anger')
  await page.getByRole('combobox', { name: /Organization/ }).fill('kulturwerk')
  await page
    .getByRole('option', { name: /Kulturwerk/ })
    .first()
    .click()
  await page.getByLabel('Title of need 1').fill('Pumpe')
  await page.getByLabel('Amount of need 1').fill('1,250.50')
  await page.getByLabel('End', { exact: true }).fill('31.12.2027')
  await save(page).click()
  await expect(page).toHaveURL(/\/project\/brunnen-am-anger[^/]*\/update\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Brunnen am Anger' })).toBeVisible()
  await expect(page.getByText('Funding goal €1,251')).toBeVisible()

  await menu(page, 'Brunnen am Anger').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete: Brunnen am Anger' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await dialog.getByLabel('Type the project name to confirm').fill(' Brunnen am Anger ')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/site-admin\/projects\/$/)
  await expect(page.getByText('Project deleted')).toBeVisible()
})
