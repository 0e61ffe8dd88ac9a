import { call } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

// The project list on a phone (design/review.md, 14): two lines per project, one line of controls, the actions below.

test.use({ hasTouch: true })

test('in formal German, projects take two lines and their controls one; decisions and tasks are in a thumb’s reach', async ({
  page,
}) => {
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/site-admin/projects/?view=needs_review&needs_review=review,voting_review')
  const cards = page.locator('.brief-card')
  await expect(cards.first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Ansichten: Prüfung nötig/ })).toBeVisible()
  const start = page.getByRole('link', { name: /^Prüfung starten \([\d.]+\)$/ })
  await expect(start).toBeVisible()

  // Two lines per project: at least eight on one screen, each with title, goal and a label.
  const box = async (of: ReturnType<typeof page.locator>) => (await of.boundingBox())!
  expect((await box(cards.first())).height).toBeLessThanOrEqual(72)
  expect((await box(cards.nth(7))).y + (await box(cards.nth(7))).height).toBeLessThan((await box(start)).y)
  for (const card of [cards.first(), cards.nth(3)]) {
    await expect(card.getByText('Prüfung nötig')).toBeVisible()
    await expect(card.locator('.figures').first()).toContainText('€')
    expect(await card.locator('.label').count()).toBeLessThanOrEqual(2)
  }
  // One line of controls.
  const controls = [
    page.getByRole('searchbox', { name: 'Projekte suchen' }),
    page.getByRole('button', { name: /^Filter \(\d\)$/ }),
    page.getByRole('button', { name: 'Mehr zu dieser Liste' }),
  ]
  const tops = await Promise.all(
    controls.map(async (one) => (await box(one)).y + (await box(one)).height / 2),
  )
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4)
  await expectFits(page)

  // Within a thumb's reach: the review at the foot, as wide as the screen.
  const foot = await box(start)
  expect([foot.height >= 44, foot.width > 340, foot.y > 844 * 0.75]).toEqual([true, true, true])

  // Sorting is a sheet; the choice is part of the address.
  await page.getByRole('button', { name: 'Mehr zu dieser Liste' }).click()
  await page.getByRole('menuitem', { name: 'Sortieren nach' }).click()
  const sheet = page.getByRole('dialog', { name: 'Sortieren nach' })
  const sorted = page.waitForResponse((answer) => /\/projects\/\?.*ordering=missing_cents/.test(answer.url()))
  await sheet.getByRole('button', { name: 'Fehlt', exact: true }).click()
  await expect(page).toHaveURL(/ordering=missing_cents/)
  await expect(sheet.getByRole('button', { name: 'Fehlt', exact: true })).toHaveAttribute(
    'aria-description',
    'aufsteigend',
  )
  await page.keyboard.press('Escape')

  // A long press selects; the bulk actions replace the review.
  const first = cards.first()
  // Waits until the rows no longer move.
  const { results } = (await (await sorted).json()) as { results: { title: string }[] }
  await expect(first).toContainText(results[0]!.title)
  const { x, y, width, height } = await box(first)
  const client = await page.context().newCDPSession(page)
  const touch = (type: string, touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints } as never)
  await touch('touchStart', [{ x: x + width / 2, y: y + height / 2 }])
  await expect(first.getByRole('checkbox')).toBeChecked()
  await touch('touchEnd', [])
  await expect(page).toHaveURL(/\/projects\/\?/)
  const bar = page.getByRole('group', { name: 'Aktionen für die Auswahl' })
  await expect(start).toBeHidden()
  const [decide, task] = [
    bar.getByRole('button', { name: 'Entscheiden' }),
    bar.getByRole('button', { name: 'Aufgabe' }),
  ]
  for (const button of [decide, task]) expect((await box(button)).y).toBeGreaterThan(844 * 0.75)
  await task.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await bar.getByRole('button', { name: 'Auswahl aufheben' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(start).toBeVisible()

  // A tap anywhere on a project opens it.
  const tapped = cards.nth(1)
  const title = await tapped.locator('[data-row-title]').textContent()
  const at = await box(tapped)
  await page.touchscreen.tap(at.x + at.width - 40, at.y + at.height - 16)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title!)
})
