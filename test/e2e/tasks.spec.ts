import { type Locator, type Page } from '@playwright/test'
import { addDays, dayOf, showDay } from '#shared/dates.ts'
import { weekOf } from '#features/tasks/rules.ts'
import { credentials, expect, expectAccessible, test } from './signed-in.ts'

const today = dayOf(new Date())
const tomorrow = addDays(today, 1)
let counter = 0
/** Titles of this run alone: the specs share one server. */
const unique = (name: string) => `${name} ${Date.now() % 100_000}-${++counter}`

async function send(page: Page, path: string, data: object) {
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === 'csrftoken')?.value ?? ''
  const answer = await page.request.post(path, { data, headers: { 'X-CSRFToken': csrf } })
  expect(answer.ok()).toBe(true)
  return answer.json()
}

async function createProject(page: Page, title: string) {
  const [organization] = await (await page.request.get('/api/v4/organizations/minimal-list/')).json()
  return send(page, '/api/v4/projects/', {
    title,
    organization_slug: organization.slug,
    funding_type: 1,
    needs: [{ title: 'Holz', amount_cents: 1000 }],
  })
}

async function createTask(page: Page, project: { id: number }, overrides: object = {}) {
  const staff = await (await page.request.get('/api/v4/users/staff/')).json()
  return send(page, '/api/v4/reminders/', {
    title: unique('Task'),
    scheduled_for: tomorrow,
    targetId: project.id,
    targetType: 'project',
    users: [staff[0].id],
    ...overrides,
  })
}

/** The Tasks modal of a project, opened from its row in the list. */
async function openModal(page: Page, title: string): Promise<Locator> {
  await page.goto(`/site-admin/projects/?search=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: `Tasks: ${title}` }).click()
  const modal = page.getByRole('dialog', { name: 'Tasks' })
  await expect(modal).toContainText(`Project: ${title}`)
  return modal
}

/** Whoever opens the form is the first assignee; this adds another one. */
const chooseAssignee = async (page: Page, modal: Locator) => {
  await modal.getByLabel('Assignees').click()
  await page.getByRole('listbox').getByRole('option', { selected: false }).first().click()
  await page.keyboard.press('Escape')
}

test('a task is added from a template, seen, changed, done, undone and deleted', async ({ page }) => {
  const title = unique('Kletterwand')
  await createProject(page, title)
  const template = unique('Notice')
  await send(page, '/api/v4/reminders/templates/', { title: template, description: 'Ask for it' })
  const modal = await openModal(page, title)
  await expect(modal.getByText('No tasks set yet')).toBeVisible()

  await modal.getByLabel('Choose a template').click()
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText('---------')
  await page.getByRole('option', { name: template }).click()
  await expect(modal.getByLabel('Title')).toHaveValue(template)
  await expect(modal.getByLabel('Description')).toHaveValue('Ask for it')
  await expect(modal.getByLabel('Notify me on completion')).toBeChecked()
  await modal.getByLabel('Due date').fill(showDay(tomorrow))
  await chooseAssignee(page, modal)
  await modal.getByRole('button', { name: 'Add task' }).click()

  const row = modal.getByRole('row', { name: template })
  await expect(row).toContainText(showDay(tomorrow))
  await expect(row.locator('[data-tone="default"]')).toHaveText('Open')
  await expect(modal.getByLabel('Title')).toHaveValue('')
  await expect(modal.getByLabel('Choose a template')).toBeFocused()

  await row.getByRole('button', { name: 'View details' }).click()
  await expect(modal.getByRole('region', { name: 'Task details' })).toContainText('Ask for it')
  await row.getByRole('button', { name: 'Edit' }).click()
  await modal.getByLabel('Title').fill(`${template} 2`)
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(modal.getByRole('row', { name: `${template} 2` })).toBeVisible()

  await modal.getByRole('button', { name: 'Done' }).click()
  const table = modal.getByRole('table')
  await expect(table.locator('[data-tone="success"]')).toHaveText('Done')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(table.locator('[data-tone="default"]')).toHaveText('Open')

  await modal.getByRole('button', { name: 'Delete' }).click()
  const confirm = page.getByRole('dialog', { name: `Delete: ${template} 2` })
  await expect(confirm.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('missing fields are said under them, and the first one gets the focus', async ({ page }) => {
  const title = unique('Leer')
  await createProject(page, title)
  const modal = await openModal(page, title)
  await modal.getByRole('button', { name: /^Remove: / }).click()
  await modal.getByRole('button', { name: 'Add task' }).click()
  for (const message of ['Enter a title', 'Choose a due date', 'Choose at least one assignee'])
    await expect(modal.getByText(message)).toBeVisible()
  await expect(modal.getByLabel('Title')).toBeFocused()
  await modal.getByLabel('Title').fill('x'.repeat(65))
  await expect(modal.getByText('Shorten the title to 64 characters')).toBeVisible()
  await expect(modal.getByText('65/64')).toBeVisible()
  await expectAccessible(page)
})

test('a refusal by the server stands under its field, joined by a comma', async ({ page }) => {
  const title = unique('Gestern')
  await createProject(page, title)
  const modal = await openModal(page, title)
  await modal.getByLabel('Title').fill('Too late')
  await modal.getByLabel('Due date').fill(showDay(addDays(today, -1)))
  await chooseAssignee(page, modal)
  await modal.getByRole('button', { name: 'Add task' }).click()
  await expect(modal.getByText('The due date lies in the past')).toBeVisible()
  await page.route('**/api/v4/reminders/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { users: ['First', 'Second'] } })
      : route.continue(),
  )
  await modal.getByRole('button', { name: 'Add task' }).click()
  await expect(modal.getByText('First, Second')).toBeVisible()
})

test('a save that fails shows the toasts of the catalogue and keeps what was typed', async ({ page }) => {
  const title = unique('Fehler')
  await createProject(page, title)
  const modal = await openModal(page, title)
  await modal.getByLabel('Title').fill('Typed')
  await modal.getByLabel('Due date').fill(showDay(tomorrow))
  await chooseAssignee(page, modal)
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

test('typed text is never thrown away unasked', async ({ page }) => {
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

test('choosing the blank template empties title and description', async ({ page }) => {
  const title = unique('Vorlage')
  await createProject(page, title)
  const template = unique('Template')
  await send(page, '/api/v4/reminders/templates/', { title: template, description: 'Words' })
  const modal = await openModal(page, title)
  await modal.getByLabel('Choose a template').click()
  await page.getByRole('option', { name: template }).click()
  await expect(modal.getByLabel('Title')).toHaveValue(template)
  await modal.getByLabel('Choose a template').click()
  await page.getByRole('option', { name: '---------' }).click()
  await expect(modal.getByLabel('Title')).toHaveValue('')
  await expect(modal.getByLabel('Description')).toHaveValue('')
})

test('a template with steps adds a task for each, on its day', async ({ page }) => {
  const title = unique('Schritte')
  await createProject(page, title)
  const template = unique('Steps')
  await send(page, '/api/v4/reminders/templates/', {
    title: template,
    steps: [
      { title: 'check notice', days: 0 },
      { title: 'call', days: 14 },
      { title: 'decide', days: 30 },
    ],
  })
  const modal = await openModal(page, title)
  await modal.getByLabel('Choose a template').click()
  await page.getByRole('option', { name: template }).click()
  await modal.getByRole('button', { name: 'Add all steps' }).click()
  await expect(modal.getByText('Choose a due date')).toBeVisible()
  await modal.getByLabel('Due date').fill(showDay(tomorrow))
  await chooseAssignee(page, modal)
  await modal.getByRole('button', { name: 'Add all steps' }).click()
  await expect(modal.getByRole('row', { name: 'check notice' })).toContainText(showDay(tomorrow))
  await expect(modal.getByRole('row', { name: 'call' })).toContainText(showDay(addDays(tomorrow, 14)))
  await expect(modal.getByRole('row', { name: 'decide' })).toContainText(showDay(addDays(tomorrow, 30)))
})

/** A change by somebody else, past the screen. */
async function changeElsewhere(page: Page, path: string, data: object) {
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === 'csrftoken')!.value
  const answer = await page.request.patch(path, { data, headers: { 'X-CSRFToken': csrf } })
  expect(answer.ok()).toBe(true)
}

test('changes to different fields are joined, the same field asks', async ({ page }) => {
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
  await expectAccessible(page)
  await conflict.getByLabel('theirs').check()
  await conflict.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(modal.getByRole('row', { name: `${task.title} mine` })).toContainText(
    showDay(addDays(today, 9)),
  )
  const chosen = await (await page.request.get(address)).json()
  expect([chosen.description, chosen.scheduled_for]).toEqual(['theirs again', addDays(today, 9)])
})

test('the keyboard alone adds, looks at, changes and finishes a task, and the focus is never lost', async ({
  page,
}) => {
  const title = unique('Tastatur')
  await createProject(page, title)
  const modal = await openModal(page, title)
  const picker = modal.getByLabel('Choose a template')
  await expect(picker).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Typed by hand')
  // Past the description to the calendar: its days move by arrow keys, Enter takes one.
  await modal.getByRole('button', { name: 'Open the calendar' }).focus()
  await page.keyboard.press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await expect(calendar.getByRole('columnheader').first()).toHaveText('Mo')
  await expect(calendar.getByRole('button', { name: showDay(today) })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(modal.getByLabel('Due date')).toHaveValue(showDay(addDays(today, 7)))
  await expect(modal.getByLabel('Due date')).toBeFocused()
  // Whoever opens the form is an assignee already, and can be taken out on the way.
  await page.keyboard.press('Tab')
  await expect(modal.getByRole('button', { name: /^Remove: / })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(modal.getByLabel('Assignees')).toBeFocused()
  await page.keyboard.type('vollmer')
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('button', { name: 'Remove: Katrin Vollmer (kvollmer)' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  const row = modal.getByRole('row', { name: 'Typed by hand' })
  await expect(row).toHaveAttribute('data-new')
  await expect(picker).toBeFocused()
  await expect(row).not.toHaveAttribute('data-new')

  const view = row.getByRole('button', { name: 'View details' })
  await view.press('Enter')
  await expect(modal.getByRole('heading', { name: 'Typed by hand' })).toBeFocused()
  await modal
    .getByRole('region', { name: 'Task details' })
    .getByRole('button', { name: 'Close' })
    .press('Enter')
  await expect(view).toBeFocused()
  const edit = row.getByRole('button', { name: 'Edit' })
  await edit.press('Enter')
  await expect(modal.getByLabel('Title')).toBeFocused()
  await modal.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(edit).toBeFocused()

  await row.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(row.getByRole('rowheader')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(row.getByRole('button', { name: 'Done' })).toBeVisible()
  await expect(row.getByRole('rowheader')).toBeFocused()
  await row.getByRole('button', { name: 'Delete' }).press('Enter')
  await page
    .getByRole('dialog', { name: 'Delete: Typed by hand' })
    .getByRole('button', { name: 'Delete' })
    .press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Tasks: ${title}` })).toBeFocused()
})

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

test('a session that ended asks to sign in over the form, then the task is added', async ({ page }) => {
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
  await expectAccessible(page)
  await again.getByLabel('Password').fill(credentials.password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(modal.getByRole('row', { name: 'Kept' })).toBeVisible()
})

test('staff that cannot be loaded say why and load again', async ({ page }) => {
  const title = unique('Personal')
  await createProject(page, title)
  await page.route('**/api/v4/users/staff/', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Service Unavailable' } }),
  )
  const modal = await openModal(page, title)
  await expect(modal.getByText('Service Unavailable')).toBeVisible()
  await page.unroute('**/api/v4/users/staff/')
  await modal.getByRole('button', { name: 'Try again' }).click()
  await chooseAssignee(page, modal)
  await expect(modal.getByRole('button', { name: /^Remove: / })).toHaveCount(2)
})

test('the longest title leaves every action of its row in sight', async ({ page }) => {
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

test('my tasks: filters, bulk done, a link from a mail, the week', async ({ page }) => {
  const project = await createProject(page, unique('Meine'))
  const profile = await (await page.request.get('/api/v4/users/profile/')).json()
  const mine = { users: [profile.id], scheduled_for: today }
  const [first, second] = [await createTask(page, project, mine), await createTask(page, project, mine)]
  await page.goto('/site-admin/tasks/')
  await expect(page.getByRole('heading', { level: 1, name: 'My tasks' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My tasks' }).locator('.side-count')).toHaveText(/^\d+$/)
  await page.getByRole('link', { name: 'Due today' }).click()
  await expect(page.getByRole('row', { name: first.title })).toBeVisible()
  await expectAccessible(page)
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
  await expectAccessible(page)
})

test('on a phone one thumb does a task or puts it off, under the heading of its group', async ({ page }) => {
  const project = await createProject(page, unique('Daumen'))
  const profile = await (await page.request.get('/api/v4/users/profile/')).json()
  const title = unique('Thumb')
  await createTask(page, project, { title, users: [profile.id], scheduled_for: today })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/site-admin/tasks/?status=open&search=${encodeURIComponent(title)}`)
  await expect(page.getByRole('heading', { level: 2, name: /^Today\s*1$/ })).toBeVisible()
  await expectAccessible(page)
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

test('while an answer is on its way a second click asks nothing', async ({ page }) => {
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

test('without a connection Done says so once and the task stays open', async ({ page }) => {
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
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row.locator('[data-tone="success"]')).toHaveText('Done')
})

test('task templates are created with steps, changed and deleted', async ({ page }) => {
  const title = unique('Vorlage')
  await page.goto('/site-admin/tasks/templates/')
  await page.getByRole('button', { name: 'Create template' }).click()
  const modal = page.getByRole('dialog', { name: 'Create template' })
  await modal.getByLabel('Title').fill(title)
  await modal.getByRole('button', { name: 'Add step' }).click()
  const step = modal.getByRole('group', { name: 'Step 1' })
  await expect(step.getByLabel('Title')).toBeFocused()
  await modal.getByRole('button', { name: 'Add step' }).click()
  await modal.getByRole('button', { name: 'Remove step 2' }).click()
  await expect(step.getByLabel('Title')).toBeFocused()
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(step.getByText('Enter a title')).toBeVisible()
  await expect(step.getByLabel('Title')).toBeFocused()
  await step.getByLabel('Title').fill('call')
  await step.getByLabel('Days later').fill('14')
  await expectAccessible(page)
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('row', { name: title })).toContainText('+14 days call')
  await page.getByRole('button', { name: `Edit: ${title}` }).click()
  const editing = page.getByRole('dialog', { name: 'Edit template' })
  await editing.getByLabel('Title').first().fill(`${title} 2`)
  const list = await page.request.get(`/api/v4/reminders/templates/?search=${encodeURIComponent(title)}`)
  const [{ id, version }] = (await list.json()).results
  await changeElsewhere(page, `/api/v4/reminders/templates/${id}/`, { title: 'Theirs', version })
  await editing.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('dialog', { name: 'Edit conflict' })
  await expect(conflict).toContainText('Theirs')
  await conflict.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: `More actions: ${title} 2` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: `Delete: ${title} 2` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByRole('row', { name: title })).toHaveCount(0)
})

for (const [name, width, scheme] of [
  ['a phone, dark', 390, 'dark'],
  ['a tablet', 900, 'light'],
] as const)
  test(`the modal on ${name} has no accessibility findings and no sideways scroll`, async ({ page }) => {
    const title = unique('Klein')
    const project = await createProject(page, title)
    await createTask(page, project)
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/site-admin/projects/?search=${encodeURIComponent(title)}`)
    if (width === 390) {
      // On a phone rows have their menus while some are chosen.
      await page.getByRole('button', { name: 'More of this list' }).click()
      await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
    }
    await page.getByRole('button', { name: `More actions: ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Tasks' }).click()
    const modal = page.getByRole('dialog', { name: 'Tasks' })
    await expect(modal.getByText('Already scheduled tasks').first()).toBeVisible()
    await expect(modal.getByRole('button', { name: /^View details/ })).toBeVisible()
    await expectAccessible(page)
    expect(Number(await page.evaluate('document.documentElement.scrollWidth'))).toBeLessThanOrEqual(width)
  })
