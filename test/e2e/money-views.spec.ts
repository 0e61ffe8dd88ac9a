import { dayOf } from '#shared/dates.ts'
import type { Page } from '@playwright/test'
import { call } from './calls.ts'
import { financed, funded } from './financed.ts'
import { expect, test } from './signed-in.ts'

// Funding is followed to its end on a phone in formal German, by keyboard alone.

const views = [
  {
    name: 'on a phone, in formal German',
    language: 'sie_DE',
    width: 390,
    height: 844,
    words: {
      money: 'Geld',
      byType: 'Geld nach Förderart',
      timeline: 'Förderverlauf',
      allEvents: /^Alle/,
      settled: 'Abgerechnet',
      payouts: 'Auszahlungen',
      searchPayouts: 'Auszahlungen durchsuchen',
      open: 'Offen',
      defund: 'Stornieren…',
      defundTitle: (title: string) => `Stornieren: ${title}`,
      typeName: 'Geben Sie zur Bestätigung den Projektnamen ein',
      reason: 'Grund',
      claimBack: 'Bestätigen Sie, dass das Geld zurückgefordert wird',
      doDefund: '300,00 € stornieren',
      bookReturn: /Rückzahlung buchen/,
      bookTitle: 'Rückzahlung buchen',
      amount: 'Betrag',
      doBook: '100,00 € buchen',
      writeOff: /Ausbuchen/,
      writeOffTitle: 'Ausbuchen',
      doWriteOff: '200,00 € ausbuchen',
      hundred: '100,00',
      closed: 'Erledigt',
      left: '200,00 €',
      addBudget: 'Budget hinzufügen',
      title: 'Titel',
      from: 'Gültig ab',
      until: 'Gültig bis',
      first: 'Erstes Budget',
      thousand: '1.000,00',
      save: 'Speichern',
      endsBefore: 'Das Budget endet vor seinem Beginn',
      statement: 'Kontoauszug',
      asPdf: 'Als PDF',
    },
  },
] as const

const rows = (page: Page) => page.locator('tbody tr:not(.skeleton), li.list-card:not(.skeleton)')

/** Moves the focus to an element and presses it by keyboard. */
async function press(page: Page, name: string | RegExp, within: Page | ReturnType<Page['locator']> = page) {
  const button = within.getByRole('button', { name }).first()
  await button.focus()
  await page.keyboard.press('Enter')
}

/** Chooses an act from the menu of the only row. */
async function act(page: Page, name: RegExp) {
  await press(page, /^(More|Weitere)/, rows(page))
  await page.getByRole('menuitem', { name }).focus()
  await page.keyboard.press('Enter')
}

for (const { name, language, width, height, words } of views)
  test.describe(name, () => {
    test.use({ viewport: { width, height } })
    test.beforeEach(({ page }) => call(page, 'PATCH', '/api/v4/users/profile/', { language }))

    test('a funded project is settled at once, paid and defunded; its claim is partly returned and written off', async ({
      page,
    }) => {
      const { project, payout } = await funded(page)
      await page.goto(`/site-admin/project/${project.slug}/update/?tab=money`)
      const money = page.getByRole('region', { name: words.money, exact: true })
      await expect(money.getByText(words.settled).first()).toBeVisible()
      await expect(page.getByRole('region', { name: words.byType })).toBeVisible()
      await expect(page.getByRole('heading', { name: words.timeline })).toBeVisible()
      await press(page, words.allEvents)
      await expect(page.locator('.money-timeline > li').first()).toBeVisible()
      await page.goto('/site-admin/payouts/')
      await page.getByRole('searchbox', { name: words.searchPayouts }).fill(payout.number)
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page)).toContainText(project.title)
      await expect(rows(page)).toContainText(words.open)
      await call(page, 'POST', '/api/v4/payouts/mark-paid/', {
        payout_slugs: [payout.slug],
        paid_on: dayOf(new Date()),
      })
      await page.goto(`/site-admin/project/${project.slug}/update/`)
      await press(page, words.defund)
      const dialog = page.getByRole('dialog', { name: words.defundTitle(project.title) })
      await dialog.getByLabel(words.typeName).fill(project.title)
      await dialog.getByLabel(words.reason).fill('Irrtum')
      await press(page, words.doDefund, dialog)
      await expect(dialog).toContainText(words.claimBack)
      await dialog.getByRole('checkbox').focus()
      await page.keyboard.press('Space')
      await press(page, words.doDefund, dialog)
      await expect(dialog).toBeHidden()

      const list = `/site-admin/recovery-claims/?search=${encodeURIComponent(project.title)}`
      await page.goto(list)
      await expect(rows(page)).toContainText(words.open)
      await act(page, words.bookReturn)
      const booking = page.getByRole('dialog', { name: words.bookTitle })
      await booking.getByLabel(words.amount).fill(words.hundred)
      await press(page, words.doBook, booking)
      await expect(booking).toBeHidden()
      await expect(rows(page)).toContainText(words.left)
      await act(page, words.writeOff)
      const ending = page.getByRole('dialog', { name: words.writeOffTitle })
      await ending.getByLabel(words.reason).fill('Verein aufgelöst')
      await press(page, words.doWriteOff, ending)
      await expect(ending).toBeHidden()
      await expect(rows(page)).toContainText(words.closed)
    })

    test('a company gets another budget, and its statement of account is created', async ({ page }) => {
      const { company } = await financed(page, [])
      await page.goto(`/site-admin/company/${company.slug}/`)
      await expect(page.getByRole('heading', { level: 1, name: company.title })).toBeVisible()
      await press(page, words.addBudget)
      const dialog = page.getByRole('dialog', { name: words.addBudget })
      await dialog.getByLabel(words.title).fill('Fonds 2026')
      await dialog.getByLabel(words.from).fill('01.01.2026')
      await dialog.getByLabel(words.until).fill('31.12.2025')
      await dialog.getByLabel(words.first).fill(words.thousand)
      await page.keyboard.press('Enter')
      await expect(dialog.getByText(words.endsBefore)).toBeVisible()
      await dialog.getByLabel(words.until).fill('31.12.2026')
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('listitem').filter({ hasText: 'Fonds 2026' })).toContainText(words.thousand)
      const download = page.waitForEvent('download')
      await press(page, words.statement)
      await press(page, words.asPdf, page.getByRole('dialog'))
      expect((await download).suggestedFilename()).toContain(company.title)
    })
  })
