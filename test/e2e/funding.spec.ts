import { call } from './calls.ts'
import { choose, financed } from './financed.ts'
import { expect, test } from './signed-in.ts'

test('one project is funded from its row by keyboard, and an ambiguous amount is refused @smoke', async ({
  page,
}) => {
  const { list, company, projects } = await financed(page, [200_000])
  const title = projects[0]!.title
  await page.goto(list)
  const more = page.getByRole('row', { name: new RegExp(title) }).getByRole('button', { name: /^More/ })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Fund internally…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Fund internally' })
  await choose(page, 'Company', company.title)
  const sum = dialog.getByLabel('Sum')
  await expect(sum).toHaveValue('2,000.00')
  await sum.fill('1.234')
  await sum.press('Tab')
  await expect(dialog).toContainText('Write the amount with two decimals, such as 1,234.56.')
  await sum.fill('1234.5')
  await sum.press('Enter')
  await expect(dialog).toBeVisible()
  await sum.press('Tab')
  await expect(sum).toHaveValue('1,234.50')
  await expect(dialog.getByRole('button', { name: 'Fund 1 project with €1,234.50' })).toBeVisible()
  await sum.press('Control+Enter')
  const result = page.getByRole('dialog', { name: '1 of 1 projects funded' })
  await expect(result).toContainText('still needs €765.50')
  await expect(result.getByRole('heading', { name: '1 of 1 projects funded' })).toBeFocused()
  await page.keyboard.press('Escape')
  // From about this width, all columns leave room for money.
  await page.setViewportSize({ width: 1920, height: 900 })
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('€1,234.50 of €2,000.00')
})

test('on a phone, in German, projects are selected by card and funded together', async ({ page }) => {
  const { list, company, projects } = await financed(page, [185_000, 430_000])
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(list)
  await page.getByRole('button', { name: 'Mehr zu dieser Liste' }).click()
  await page.getByRole('menuitem', { name: 'Auswählen' }).click()
  for (const { title } of projects) await page.getByRole('checkbox', { name: `Auswählen: ${title}` }).check()
  await page.getByRole('button', { name: 'Weitere Aktionen', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Intern fördern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Intern fördern' })
  await choose(page, 'Unternehmen', company.title)
  await dialog.getByLabel('Summe').fill('1.234')
  await dialog.getByLabel('Summe').press('Tab')
  await expect(dialog).toContainText('Schreiben Sie den Betrag mit zwei Nachkommastellen, etwa 1.234,56.')
  await dialog.getByRole('button', { name: 'Rest fördern' }).click()
  await expect(dialog.getByLabel('Summe')).toHaveValue('6.150,00')
  await expect(dialog).toContainText(
    'Zurück geht es nur, indem jedes Projekt mit Titel und Grund storniert wird.',
  )
  await dialog.getByRole('button', { name: /^2 Projekte mit 6\.150,00/ }).click()
  await expect(page.getByRole('dialog', { name: '2 von 2 Projekten gefördert' })).toBeVisible()
})
