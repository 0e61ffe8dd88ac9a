import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { addDays, showDay } from '#shared/dates.ts'
import type { Client, TestApp } from '#test/app.ts'
import { createProject, createTask, createUser } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// The Tasks modal of a project in the real app: its form, refusals, and a failing connection.

let app: TestApp
let me: Client
let project: number
eachOnNewPage(
  async (given) => {
    app = given
    me = await app.as('superuser')
    await createUser(app.db, { first_name: 'Katrin', last_name: 'Vollmer', rights: 'superuser' })
    project = (await createProject(app.db, { title: 'Well', needs: [] })).id
  },
  { sharesClock: true },
)

const today = '2026-11-21'
const tomorrow = addDays(today, 1)
const templates = '/api/v4/reminders/templates/'

type Page = Awaited<ReturnType<typeof openPage>>
async function openModal(before?: Parameters<typeof openPage>[3]) {
  const page = await openPage(app, me, '/site-admin/projects/?search=well', before)
  const opener = await page.found('button', 'Tasks: Well')
  opener.focus()
  opener.click()
  const modal = await page.dialog('Tasks')
  await page.found('input', 'Choose a template', modal)
  return { page, modal }
}
async function choose(page: Page, label: string, option: string | RegExp) {
  const box = await page.found('input', label)
  fireEvent.focus(box)
  fireEvent.click(box)
  fireEvent.click(await page.found('[role=option]', option))
}
const says = (modal: Element, text: string) => waitFor(() => expect(modal.textContent).toContain(text))
const valueOf = async (page: Page, label: string) =>
  (await page.found<HTMLInputElement>('input, textarea', label)).value
const rowOf = (modal: Element, title: string) =>
  waitFor(() => {
    const row = [...modal.querySelectorAll('tbody tr, li')].find((each) => each.textContent.includes(title))
    expect(row).toBeDefined()
    return row!
  })
/** Creates a task outside the page. */
const given = (title: string, description = '') =>
  createTask(app.db, { title, description, project_id: project, users: [me.userId] })
const stored = () =>
  app.db
    .selectFrom('reminders')
    .select(['title', 'description', 'scheduled_for'])
    .where('project_id', '=', project)
    .orderBy('id')
    .execute()
const sends = (page: Page) => page.made.filter(({ method }) => method === 'POST')
const isPost = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === '/api/v4/reminders/'

test('missing fields are marked, the first one gets the focus, and a refusal appears under its field', async () => {
  let refuses = false
  const { page, modal } = await openModal(async (call) =>
    refuses && isPost(call) ? Response.json({ users: ['First', 'Second'] }, { status: 400 }) : undefined,
  )
  await page.press(/^Remove: Test Person/, modal)
  await page.press('Add task', modal)
  for (const message of ['Enter a title', 'Choose a due date', 'Choose at least one assignee'])
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await says(modal, message)
  await waitFor(async () => expect(document.activeElement).toBe(await page.found('input', /^Title/, modal)))
  await page.type(/^Title/, 'x'.repeat(65))
  await says(modal, 'Shorten the title to 64 characters')
  await says(modal, '65/64')
  await page.type(/^Title/, 'Too late')
  await page.type(/^Due date/, showDay(addDays(today, -1)))
  await choose(page, 'Assignees', /Vollmer/)
  await page.press('Add task', modal)
  await says(modal, 'The due date is in the past')
  expect(await stored()).toEqual([])
  refuses = true
  await page.press('Add task', modal)
  await says(modal, 'First, Second')
})

test('the blank template empties the form; one with steps adds a task for each step on its day', async () => {
  const steps = [
    { title: 'check notice', days: 0 },
    { title: 'call', days: 14 },
    { title: 'decide', days: 30 },
  ]
  await me.post(templates, { title: 'Steps', steps })
  await me.post(templates, { title: 'Words', description: 'Ask for it' })
  const { page, modal } = await openModal()
  await choose(page, 'Choose a template', 'Words')
  await waitFor(async () => expect(await valueOf(page, 'Title')).toBe('Words'))
  expect(await valueOf(page, 'Description')).toBe('Ask for it')
  await choose(page, 'Choose a template', '---------')
  await waitFor(async () => expect(await valueOf(page, 'Title')).toBe(''))
  expect(await valueOf(page, 'Description')).toBe('')

  await choose(page, 'Choose a template', 'Steps')
  await page.press('Add all steps', modal)
  await says(modal, 'Choose a due date')
  await page.type('Due date', showDay(tomorrow))
  await page.press('Add all steps', modal)
  await waitFor(async () =>
    expect((await stored()).map((task) => [task.title, task.scheduled_for])).toEqual([
      ['check notice', tomorrow],
      ['call', addDays(tomorrow, 14)],
      ['decide', addDays(tomorrow, 30)],
    ]),
  )
  await page.found('button', 'View details: decide', modal)
  await says(modal, showDay(addDays(tomorrow, 30)))
})

test('a task whose answer got lost is added once, however often it is sent', async () => {
  let lost = false
  const { page, modal } = await openModal()
  const send = globalThis.fetch
  globalThis.fetch = async (url, init = {}) => {
    const answer = await send(url, init)
    if (lost || init.method !== 'POST' || url !== '/api/v4/reminders/') return answer
    lost = true
    throw new TypeError('the connection was lost')
  }
  await page.type('Title', 'Only once')
  await page.type('Due date', showDay(tomorrow))
  await page.press('Add task', modal)
  await waitFor(() => expect(page.alerts().join()).toContain('Failed to create/update task'))
  expect(await valueOf(page, 'Title')).toBe('Only once')
  await page.press('Add task', modal)
  await rowOf(modal, 'Only once')
  await waitFor(async () => expect(await valueOf(page, 'Title')).toBe(''))
  expect(sends(page)).toHaveLength(2)
  expect(await stored()).toHaveLength(1)
})

test('concurrent changes to different fields are merged; for the same field, a dialog asks', async () => {
  const task = await given('Call', 'first')
  const address = `/api/v4/reminders/${task.slug}/`
  const { page, modal } = await openModal()
  await page.press('Edit: Call', modal)
  await page.type('Title', 'Call mine')
  await me.patch(address, { description: 'theirs', version: 1 })
  await page.press('Save', modal)
  await rowOf(modal, 'Call mine')
  expect(await stored()).toMatchObject([{ title: 'Call mine', description: 'theirs' }])

  await page.press('Edit: Call mine', modal)
  await page.type('Description', 'mine again')
  await page.type('Due date', showDay(addDays(today, 9)))
  const { version } = (await me.get(address)).body
  await me.patch(address, { description: 'theirs again', version })
  await page.press('Save', modal)
  const conflict = await page.dialog('Edit conflict')
  expect(conflict.querySelectorAll('fieldset')).toHaveLength(1)
  await page.press(/theirs again/, conflict)
  await page.press('Save', conflict)
  await waitFor(async () =>
    expect(await stored()).toEqual([
      { title: 'Call mine', description: 'theirs again', scheduled_for: addDays(today, 9) },
    ]),
  )
  await waitFor(async () => expect((await rowOf(modal, 'Call mine')).textContent).toContain('30.11.2026'))
})

test('a failed load of staff and a failed save say why, can be tried again, and keep the input', async () => {
  let staffFails = true
  let answer: Response | undefined
  const { page, modal } = await openModal(async (call) => {
    if (staffFails && call.path === '/api/v4/users/staff/')
      return Response.json({ detail: 'Service Unavailable' }, { status: 503 })
    if (!isPost(call)) return undefined
    if (answer) return answer
    throw new TypeError('the connection was lost')
  })
  await says(modal, 'Service Unavailable')
  staffFails = false
  await page.press('Try again', modal)
  await choose(page, 'Assignees', /Vollmer/)
  await page.type('Title', 'Typed')
  await page.type('Due date', showDay(tomorrow))
  answer = Response.json({}, { status: 500 })
  await page.press('Add task', modal)
  await waitFor(() =>
    expect(page.alerts().join()).toContain('You do not have the permission to perfom this action'),
  )
  answer = undefined
  await page.press('Add task', modal)
  await waitFor(() => expect(page.alerts().join()).toContain('Failed to create/update task'))
  expect(await valueOf(page, 'Title')).toBe('Typed')
  expect(modal.querySelectorAll('button[aria-label^="Remove: "]')).toHaveLength(2)
})

test('typed text is never discarded without asking', async () => {
  await given('Call')
  await me.post(templates, { title: 'Template', description: '' })
  const { page, modal } = await openModal()
  const opener = await page.found('button', 'Tasks: Well')
  const typed = () => valueOf(page, 'Title')
  const isAsked = async (title = 'Unsaved changes') => {
    await page.press('Keep editing', await page.dialog(title))
    await waitFor(() => expect(page.find('dialog h2', title)).toBeUndefined())
    expect(await typed()).toBe('Half a thought')
  }
  const escape = () =>
    modal.dispatchEvent(new Event('cancel', { cancelable: true })) &&
    fireEvent.keyDown(modal, { key: 'Escape' })
  await page.type('Title', 'Half a thought')
  escape()
  await isAsked()
  await page.press('Close', modal.querySelector('.modal-foot')!)
  await isAsked()
  await page.press('Edit: Call', modal)
  await isAsked()
  await choose(page, 'Choose a template', 'Template')
  await isAsked('Replace text')
  await page.press('Cancel', modal)
  await waitFor(async () => expect(await typed()).toBe(''))
  await page.type('Title', 'Another')
  await page.press('Close', modal.querySelector('.modal-foot')!)
  await page.press('Discard', await page.dialog('Unsaved changes'))
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
  expect(await stored()).toHaveLength(1)
})

test('a second click during a call sends nothing; the focus moves to the next row, then to the heading', async () => {
  await given('First')
  await given('Second')
  const held: (() => void)[] = []
  const page = await openPage(app, me, '/site-admin/tasks/', async ({ path }) => {
    if (path.includes('/reminders/resolve/')) await new Promise<void>((go) => void held.push(go))
    return undefined
  })
  /** Presses a button again during its call; returns the number of calls and whether the button is busy. */
  const pressTwice = async (button: HTMLElement) => {
    button.focus()
    button.click()
    await waitFor(() => expect(held).toHaveLength(1))
    const isBusy = button.getAttribute('aria-busy')
    button.click()
    await me.get('/api/v4/reminders/')
    const calls = held.length
    for (const answer of held.splice(0)) answer()
    return [calls, isBusy]
  }
  expect((await pressTwice(await page.found('button', 'Done: First')))[0]).toBe(1)
  await page.found('[role=status]', /First/)
  await waitFor(async () => expect(await page.rows()).toEqual(['Second']))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Second'))

  await page.press('Select: Second')
  const bar = await page.found('[role=group]', /^Actions for the selection/)
  expect(await pressTwice(await page.found('button', 'Done', bar))).toEqual([1, 'true'])
  await page.found('[role=status]', /1 task done/)
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  expect(page.alerts()).toEqual([])
})

test('without a connection Done reports it once, leaves the task open and succeeds on retry', async () => {
  await given('Call')
  let isAway = false
  const page = await openPage(app, me, '/site-admin/tasks/?status=open', async () => {
    if (isAway) throw new TypeError('Failed to fetch')
    return undefined
  })
  await page.rows()
  const connection = (onLine: boolean) => {
    isAway = !onLine
    Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true })
    dispatchEvent(new Event(onLine ? 'online' : 'offline'))
  }
  connection(false)
  await page.press('Done: Call')
  await waitFor(() => expect(page.alerts()).toEqual([expect.stringContaining('did not answer')]))
  await waitFor(() => expect(document.body.textContent).toContain('You are offline. Your input is kept.'))
  expect(await page.rows()).toEqual(['Call'])
  connection(true)
  await page.press('Try again')
  await page.found('[role=status]', /Task done/)
  const { status } = await app.db.selectFrom('reminders').select('status').executeTakeFirstOrThrow()
  expect(status).toBe(2)
})

test('a template is created with its steps, saved over a concurrent change, and deleted', async () => {
  const page = await openPage(app, me, '/site-admin/tasks/templates/')
  await page.press('Create template')
  const modal = await page.dialog('Create template')
  await page.type('Title', 'Proof')
  await page.press('Add step', modal)
  const title = async () => {
    const step = await page.found('fieldset, [role=group]', /^Step 1/, modal)
    return page.found<HTMLInputElement>('input', /^Title/, step)
  }
  await waitFor(async () => expect(document.activeElement).toBe(await title()))
  await page.press('Add step', modal)
  await page.press('Remove step 2', modal)
  await waitFor(async () => expect(document.activeElement).toBe(await title()))
  await page.press('Save', modal)
  await says(modal, 'Enter a title')
  await waitFor(async () => expect(document.activeElement).toBe(await title()))
  fireEvent.input(await title(), { target: { value: 'call' } })
  await page.type('Days later', '14')
  await page.press('Save', modal)
  await page.found('tr', /Proof.*\+14 days call/)

  await page.press('Edit: Proof')
  const editing = await page.dialog('Edit template')
  await page.type('Title', 'Proof 2')
  const [{ id, version }] = (await me.get(templates)).body.results
  await me.patch(`${templates}${id}/`, { title: 'Theirs', version })
  await page.press('Save', editing)
  const conflict = await page.dialog('Edit conflict')
  expect(conflict.textContent).toContain('Theirs')
  await page.press('Save', conflict)
  await page.press('More actions: Proof 2')
  await page.press('Delete')
  await page.press('Delete', await page.dialog('Delete: Proof 2'))
  await waitFor(async () => expect((await me.get(templates)).body.results).toEqual([]))
})
