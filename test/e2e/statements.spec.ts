import { dayOf } from '#shared/dates.ts'
import type { Page } from '@playwright/test'
import { camt, type MadeLine } from '../statements.ts'
import { call, makeProject } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

// Statements are uploaded and processed in a browser, by keyboard and on a phone.

const list = '/site-admin/bank-statements/'
const today = () => dayOf(new Date())

/** A file of one statement of a house's account. */
async function fileOf(page: Page, number: string, lines: MadeLine[], closing?: number) {
  const { results } = await call<{ results: { iban: string }[] }>(page, 'GET', '/api/v4/bank-accounts/')
  const statement = { lines, number, day: today(), iban: results[0]!.iban.replaceAll(' ', '') }
  const content = camt([closing === undefined ? statement : { ...statement, closing }])
  return { name: `${number}.xml`, mimeType: 'application/xml', buffer: Buffer.from(content) }
}

test('a statement is uploaded and processed by keyboard', async ({ page }) => {
  const mark = Date.now().toString(36)
  const wall = await makeProject(page, `Kletterwand${mark}`)
  const garden = await makeProject(page, `Schulgarten${mark}`)
  await page.goto(list)
  const field = page.locator('input[type=file]')
  await field.setInputFiles(await fileOf(page, `9${mark}`, [{ cents: 100 }], 201))
  await expect(page.getByText(/do not add up to the closing balance .* \(line \d+\)/)).toBeVisible()
  const lines = [
    { cents: 48_000, name: 'Kita Am Weiher', text: `Spende ${wall.title} 300 ${garden.title} 180` },
    { cents: 10_000, name: 'Maria Kern', text: `Spende ${wall.title}` },
    { cents: 8_900, name: 'Stadtwerke', text: `Abschlag ${mark}` },
  ]
  await field.setInputFiles(await fileOf(page, mark, lines))
  await expect(page.getByText(`${mark}.xml: 3 lines, 0 known already, 0 matched automatically`)).toBeVisible()
  await page.getByRole('link', { name: `Statement ${mark}` }).click()
  const heading = (name: string) => page.getByRole('heading', { level: 2, name })
  await expect(heading('Kita Am Weiher')).toBeVisible()
  await expect(page.getByText('0 of 3 done')).toBeVisible()

  await page.keyboard.press('s')
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: new RegExp(wall.title) }).waitFor()
  await page.keyboard.press('s')
  await page.getByLabel('Target of part 1').fill(wall.title)
  await page.getByRole('option', { name: wall.title }).click()
  await page.getByLabel('Amount of part 1').fill('300.00')
  await expect(page.getByText('Left to assign €180.00')).toBeVisible()
  await page.getByRole('button', { name: 'Add a part' }).click()
  await page.getByLabel('Target of part 2').fill(garden.title)
  await page.getByRole('option', { name: garden.title }).click()
  await expect(page.getByText('Left to assign €0.00')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(heading('Maria Kern')).toBeFocused()
  await expect(page.getByText('1 of 3 done').first()).toBeVisible()

  await page.keyboard.press('1')
  await page.keyboard.press('m')
  await expect(heading('Stadtwerke')).toBeFocused()
  await page.keyboard.press('u')
  await expect(heading('Maria Kern')).toBeFocused()
  await page.keyboard.press('j')
  await expect(heading('Stadtwerke')).toBeVisible()
  await page.keyboard.press('i')
  const dialog = page.getByRole('dialog', { name: 'Ignore: Stadtwerke' })
  await expect(dialog.getByText('€89.00 stay in suspense.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Irrläufer')
  await dialog.getByRole('button', { name: 'Ignore' }).click()
  await expect(heading('Maria Kern')).toBeFocused()
  await page.keyboard.press('1')
  await page.keyboard.press('m')
  await expect(heading('All 3 lines are done')).toBeVisible()
})

test('on a phone, in formal German, one line fills the screen, and its progress opens all lines', async ({
  page,
}) => {
  const mark = `2${Date.now().toString(36)}`
  const cafe = await makeProject(page, `Demenzcafe${mark}`)
  await page.goto(list)
  await page.locator('input[type=file]').setInputFiles(
    await fileOf(page, mark, [
      { cents: 10_000, name: 'Maria u. Josef Kern', text: `Spende ${cafe.title}` },
      { cents: -1_290, name: 'Sparkasse', text: `Entgeltabrechnung ${mark}` },
    ]),
  )
  await page.getByRole('link', { name: `Statement ${mark}` }).waitFor()
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${list}?page=1`)
  await page.getByRole('link', { name: `Auszug ${mark}` }).click()
  const heading = (name: string) => page.getByRole('heading', { level: 2, name })
  await expect(heading('Maria u. Josef Kern')).toBeVisible()
  await page.getByRole('radio', { name: new RegExp(cafe.title) }).check()
  await expect(page.getByText(/^1 Spende wird zum .* gebucht/)).toBeVisible()
  await page.getByRole('button', { name: 'Zuordnen und weiter' }).click()
  await expect(heading('Sparkasse')).toBeFocused()
  await page.getByRole('button', { name: 'Alle Zeilen zeigen: 1 von 2 erledigt' }).click()
  await expect(page.getByText('Noch zuzuordnen (Zwischenkonto)')).toBeVisible()
  await page.getByRole('button', { name: /Sparkasse/ }).click()
  await expect(heading('Sparkasse')).toBeVisible()
  await expectFits(page)
})
