import { addDays, showDay } from '#shared/dates.ts'
import { weekOf } from '#features/tasks/rules.ts'
import { expect, test } from './signed-in.ts'
import { createProject, createTask, openModal, today, tomorrow, unique } from './tasks.ts'

test('my tasks are filtered, completed in bulk, opened from a mail’s link and shown by week', async ({
  page,
}) => {
  const project = await createProject(page, unique('Meine'))
  const profile = await (await page.request.get('/api/v4/users/profile/')).json()
  const mine = { users: [profile.id], scheduled_for: today }
  const [first, second] = [await createTask(page, project, mine), await createTask(page, project, mine)]
  await page.goto('/site-admin/tasks/')
  await expect(page.getByRole('heading', { level: 1, name: 'My tasks' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My work' }).locator('.waiting-count')).toHaveText(/^\d+$/)
  await page.getByRole('link', { name: 'Due today' }).click()
  await expect(page.getByRole('row', { name: first.title })).toBeVisible()
  for (const { title } of [first, second])
    await page.getByRole('checkbox', { name: `Select: ${title}` }).check()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 tasks done' })).toBeVisible()
  await expect(page.getByRole('row', { name: first.title })).toHaveCount(0)

  await page.goto(`/site-admin/tasks/?task=${second.slug}`)
  await expect(page.getByRole('dialog', { name: 'Tasks' })).toContainText(second.title)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Week', exact: true }).click()
  await page.getByRole('link', { name: 'Next week' }).click()
  await expect(page.getByText(showDay(addDays(weekOf(today)[0], 7)))).toHaveCount(2)
  await page.getByRole('link', { name: 'This week' }).click()
  await page.getByRole('button', { name: new RegExp(second.title) }).click()
  await expect(page.getByRole('region', { name: 'Task details' })).toContainText(second.title)
  await page.keyboard.press('Escape')
})

test('on a phone a task under its group’s heading is snoozed and completed with large buttons', async ({
  page,
}) => {
  const project = await createProject(page, unique('Daumen'))
  const profile = await (await page.request.get('/api/v4/users/profile/')).json()
  const title = unique('Thumb')
  await createTask(page, project, { title, users: [profile.id], scheduled_for: today })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/site-admin/tasks/?status=open&search=${encodeURIComponent(title)}`)
  await expect(page.getByRole('heading', { level: 2, name: /^Today\s*1$/ })).toBeVisible()
  const later = page.getByRole('button', { name: `Snooze until tomorrow: ${title}` })
  expect((await later.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await later.click()
  await expect(page.getByRole('status').filter({ hasText: showDay(tomorrow) })).toBeVisible()
  await expect(later).toHaveCount(0)
  const done = page.getByRole('button', { name: `Done: ${title}` })
  expect((await done.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await done.click()
  await expect(page.getByText('No tasks match')).toBeVisible()
})

test('the longest title leaves every row action visible', async ({ page }) => {
  const title = unique('Breite')
  const project = await createProject(page, title)
  await createTask(page, project, { title: `${Date.now()}${'W'.repeat(64)}`.slice(0, 64) })
  const modal = await openModal(page, title)
  await expect(modal.getByRole('button', { name: /^Delete: / })).toBeVisible()
  for (const width of [1440, 1024, 900, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const fits = () =>
      modal
        .locator('.task-list, .table-card')
        .evaluateAll((boxes) => boxes.every((box) => box.scrollWidth <= box.clientWidth))
    await expect.poll(fits, { message: `${width} px` }).toBe(true)
  }
})
