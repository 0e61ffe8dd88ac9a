import { addDays, showDay } from '#shared/dates.ts'
import { credentials, expect, test } from './signed-in.ts'
import {
  changeElsewhere,
  chooseAssignee,
  createProject,
  createTask,
  openModal,
  send,
  today,
  tomorrow,
  unique,
} from './tasks.ts'

test('a task whose answer got lost is added once, however often it is sent', async ({ page }) => {
  const title = unique('Funkloch')
  await createProject(page, title)
  const modal = await openModal(page, title)
  await modal.getByLabel('Title').fill('Only once')
  await modal.getByLabel('Due date').fill(showDay(tomorrow))
  await chooseAssignee(page, modal)
  let lost = false
  await page.route('**/api/v4/reminders/', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.continue()
    lost = true
    await route.fetch()
    await route.abort()
  })
  await modal.getByRole('button', { name: 'Add task' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to create/update task' })).toBeVisible()
  await modal.getByRole('button', { name: 'Add task' }).click()
  await expect(modal.getByLabel('Title')).toHaveValue('')
  await expect(modal.getByRole('row', { name: 'Only once' })).toHaveCount(1)
})

test('an ended session asks for sign-in over the form, then the task is added', async ({ page }) => {
  const title = unique('Sitzung')
  await createProject(page, title)
  const modal = await openModal(page, title)
  await modal.getByLabel('Title').fill('Kept')
  await modal.getByLabel('Due date').fill(showDay(tomorrow))
  await chooseAssignee(page, modal)
  await page.context().clearCookies()
  await modal.getByRole('button', { name: 'Add task' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in' })
  await expect(again).toContainText('Your session has ended. Sign in again.')
  await again.getByLabel('Password').fill(credentials.password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(modal.getByRole('row', { name: 'Kept' })).toBeVisible()
})

test('a second click during a call sends nothing', async ({ page }) => {
  const project = await createProject(page, unique('Langsam'))
  const profile = await (await page.request.get('/api/v4/users/profile/')).json()
  const mine = { users: [profile.id], title: unique('Slow') }
  const first = await createTask(page, project, mine)
  const second = await createTask(page, project, { ...mine, title: unique('Slow') })
  let asked = 0
  let answer = () => {}
  await page.route('**/api/v4/reminders/resolve/**', async (route) => {
    asked++
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await page.goto('/site-admin/tasks/?status=open&search=Slow')
  await page.getByRole('button', { name: `Done: ${first.title}` }).dblclick()
  await expect.poll(() => asked).toBe(1)
  answer()
  await expect(page.getByRole('status').filter({ hasText: first.title })).toBeVisible()
  await expect(page.getByRole('row', { name: first.title })).toHaveCount(0)
  await expect(page.getByRole('row', { name: second.title }).locator('[data-row-title]')).toBeFocused()

  await page.getByRole('checkbox', { name: `Select: ${second.title}` }).check()
  const done = page
    .getByRole('group', { name: 'Actions for the selection' })
    .getByRole('button', { name: 'Done' })
  await done.dblclick()
  await expect(done).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => asked).toBe(2)
  answer()
  await expect(page.getByRole('status').filter({ hasText: '1 task done' })).toBeVisible()
  await expect(page.getByRole('row', { name: second.title })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(asked).toBe(2)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('without a connection Done reports it once and the task stays open', async ({ page }) => {
  const project = await createProject(page, unique('Offline'))
  const profile = await (await page.request.get('/api/v4/users/profile/')).json()
  const task = await createTask(page, project, { users: [profile.id] })
  await page.goto(`/site-admin/tasks/?search=${encodeURIComponent(task.title)}`)
  const row = page.getByRole('row', { name: task.title })
  await expect(row).toBeVisible()
  await page.context().setOffline(true)
  await row.getByRole('button', { name: `Done: ${task.title}` }).click()
  await expect(page.getByRole('alert')).toHaveText(/did not answer/)
  await expect(page.getByText('You are offline. Your input is kept.')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row.locator('[data-tone="success"]')).toHaveText('Done')
})

test('changes to different fields are merged, the same field asks', async ({ page }) => {
  const title = unique('Konflikt')
  const project = await createProject(page, title)
  const task = await createTask(page, project, { description: 'first' })
  const address = `/api/v4/reminders/${task.slug}/`
  const modal = await openModal(page, title)
  await modal.getByRole('button', { name: `Edit: ${task.title}` }).click()
  await modal.getByLabel('Title').fill(`${task.title} mine`)
  await changeElsewhere(page, address, { description: 'theirs', version: 1 })
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(modal.getByRole('row', { name: `${task.title} mine` })).toBeVisible()
  const joined = await (await page.request.get(address)).json()
  expect([joined.title, joined.description]).toEqual([`${task.title} mine`, 'theirs'])

  await modal.getByRole('button', { name: `Edit: ${task.title} mine` }).click()
  await modal.getByLabel('Description').fill('mine again')
  await modal.getByLabel('Due date').fill(showDay(addDays(today, 9)))
  await changeElsewhere(page, address, { description: 'theirs again', version: joined.version })
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('dialog', { name: 'Edit conflict' })
  await expect(conflict.getByRole('group')).toHaveCount(1)
  await conflict.getByLabel('theirs').check()
  await conflict.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(modal.getByRole('row', { name: `${task.title} mine` })).toContainText(
    showDay(addDays(today, 9)),
  )
  const chosen = await (await page.request.get(address)).json()
  expect([chosen.description, chosen.scheduled_for]).toEqual(['theirs again', addDays(today, 9)])
})

test('a failed load of staff and a failed save say why, can be tried again, and keep the input', async ({
  page,
}) => {
  const title = unique('Fehler')
  await createProject(page, title)
  await page.route('**/api/v4/users/staff/', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Service Unavailable' } }),
  )
  const modal = await openModal(page, title)
  await expect(modal.getByText('Service Unavailable')).toBeVisible()
  await page.unroute('**/api/v4/users/staff/')
  await modal.getByRole('button', { name: 'Try again' }).click()
  await modal.getByLabel('Title').fill('Typed')
  await modal.getByLabel('Due date').fill(showDay(tomorrow))
  await chooseAssignee(page, modal)
  await expect(modal.getByRole('button', { name: /^Remove: / })).toHaveCount(2)
  let answer: 'refuse' | 'drop' = 'refuse'
  await page.route('**/api/v4/reminders/', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    return answer === 'refuse' ? route.fulfill({ status: 500, json: {} }) : route.abort()
  })
  await modal.getByRole('button', { name: 'Add task' }).click()
  const refused = page.getByRole('alert').filter({ hasText: 'Not authorized' })
  await expect(refused).toContainText('You do not have the permission to perfom this action')
  answer = 'drop'
  await modal.getByRole('button', { name: 'Add task' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to create/update task' })).toContainText(
    'Error',
  )
  await expect(modal.getByLabel('Title')).toHaveValue('Typed')
})

test('typed text is never discarded without asking', async ({ page }) => {
  const title = unique('Text')
  const project = await createProject(page, title)
  const task = await createTask(page, project)
  const template = unique('Template')
  await send(page, '/api/v4/reminders/templates/', { title: template, description: '' })
  const modal = await openModal(page, title)
  const typed = modal.getByLabel('Title')
  const ask = page.getByRole('dialog', { name: 'Unsaved changes' })
  await typed.fill('Half a thought')
  await page.keyboard.press('Escape')
  await ask.getByRole('button', { name: 'Keep editing' }).click()
  await expect(typed).toHaveValue('Half a thought')
  await page.mouse.click(10, 450)
  await ask.getByRole('button', { name: 'Keep editing' }).click()
  await modal.getByRole('button', { name: 'Close' }).last().click()
  await ask.getByRole('button', { name: 'Keep editing' }).click()
  await modal.getByRole('button', { name: `Edit: ${task.title}` }).click()
  await ask.getByRole('button', { name: 'Keep editing' }).click()
  await expect(typed).toHaveValue('Half a thought')
  await modal.getByLabel('Choose a template').click()
  await page.getByRole('option', { name: template }).click()
  await page
    .getByRole('dialog', { name: 'Replace text' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await expect(typed).toHaveValue('Half a thought')
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(typed).toHaveValue('')
  await typed.fill('Another')
  await page.keyboard.press('Escape')
  await ask.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Tasks: ${title}` })).toBeFocused()
})
