import type { Page } from '@playwright/test'
import { addDays } from '#shared/dates.ts'
import { asPerson, call, makeOrganization, makeProject } from './calls.ts'
import { dialog, faultsOf, fill, fillInside, key, press, pressInside, steps, text, until } from './looks.ts'
import { expect, test } from './signed-in.ts'
import { createTask, today, unique } from './tasks.ts'

// States of lists, records, tasks and the review queue. Each test visits the states of one person in one window.

test.describe.configure({ mode: 'parallel' })
test.beforeEach(() => test.setTimeout(240_000))

const update = (slug: string, query = '') => `project/${slug}/update/${query}`
const needsReview = async (page: Page, title: string) => {
  const made = await makeProject(page, title)
  await call(page, 'PATCH', `/api/v4/project/${made.slug}/`, {
    needs_donation_review: true,
    version: made.version,
  })
  return made
}
const focusFirstRow = (page: Page) => page.locator('tbody [data-row-title]').first().focus()

test('lists with their menus, dialogs, messages and the peek', async ({ page }) => {
  const word = unique('Liste')
  await needsReview(page, `${word} Eins`)
  await needsReview(page, `${word} Zwei`)
  const list = `projects/?search=${encodeURIComponent(word)}`
  const faults = await faultsOf(page, [
    {
      name: 'the menu of all filters',
      address: 'projects/?status=complete',
      open: press(/^Filter/),
      shown: (at) => dialog('Filters')(at).getByRole('searchbox', { name: 'Filter by…' }),
    },
    {
      name: 'one filter of that menu',
      open: press(/^Town/),
      shown: (at) => at.getByRole('searchbox', { name: 'Search: Town' }),
    },
    {
      name: 'a filtered list with the reasons that block money',
      open: steps(key('Escape'), key('Escape'), press(/cannot take money/)),
      shown: (at) => at.getByRole('menuitem'),
    },
    {
      name: "a column's filter",
      address: list,
      open: press('Filter: Status'),
      shown: dialog('Filter: Status'),
    },
    {
      name: 'table settings',
      open: steps(key('Escape'), press('Table Settings')),
      shown: dialog('Table Settings'),
    },
    {
      name: 'the export',
      open: steps(key('Escape'), press('Export: columns and format')),
      shown: (at) => dialog('Export')(at).getByRole('radio'),
    },
    {
      name: 'project info',
      open: steps(key('Escape'), press(/^More actions: /), press('Info', 'menuitem')),
      shown: dialog(undefined, '€1,250.00'),
    },
    {
      name: 'the keyboard shortcuts',
      open: steps(key('Escape'), key('?')),
      shown: dialog('Keyboard shortcuts'),
    },
    {
      name: 'the search over everything with hits',
      open: steps(key('Escape'), key('Control+k'), fill('Search or jump', `eins ${word}`)),
      shown: (at) => at.getByRole('option', { name: new RegExp(word) }),
    },
    {
      name: 'the peek beside the list',
      open: steps(key('Escape'), focusFirstRow, key('Space')),
      shown: (at) => at.locator('.peek').getByRole('heading', { name: 'Tasks' }),
    },
    {
      name: 'a decision for several with its mails',
      address: list,
      open: steps(
        press('Select all', 'checkbox'),
        press('Decide'),
        until((at) => dialog()(at).getByRole('radio')),
        key('2'),
      ),
      shown: dialog('Decide for 2 projects', /“Project accepted”/),
    },
    {
      name: 'a list without matches',
      address: 'projects/?search=nobody-made-this',
      shown: text('No projects match'),
    },
    {
      name: 'a list that could not be loaded further',
      address: 'projects/',
      open: steps((at) => at.route('**/api/v4/projects/?**', (route) => route.abort()), press('Next page')),
      shown: (at) => at.getByRole('alert').getByRole('button', { name: 'Try again' }),
    },
    {
      name: 'the peek over the list of a tablet',
      open: steps(
        (at) => at.unroute('**/api/v4/projects/?**'),
        (at) => at.setViewportSize({ width: 1024, height: 768 }),
        press('Try again'),
        focusFirstRow,
        key('Space'),
      ),
      shown: (at) => at.locator('.peek').getByRole('heading', { name: 'Tasks' }),
    },
    {
      name: 'the folded navigation with the name of an entry',
      address: 'exports/',
      open: (at) => at.locator('.side.rail').getByRole('link', { name: 'Projects' }).focus(),
      shown: (at) => at.locator('.side-tip'),
    },
  ])
  expect(faults).toEqual([])
})

test('a project and an organization: errors, conflicts, decisions, questions', async ({ page }) => {
  const project = await makeProject(page, unique('Ansicht'))
  const own = `/api/v4/project/${project.slug}/`
  const { version } = await call<{ version: number }>(page, 'PATCH', own, {
    description: 'A longer text',
    needs_donation_review: true,
    version: project.version,
  })
  const organization = await makeOrganization(page, unique('Archiv'))
  const faults = await faultsOf(page, [
    {
      name: 'a project with errors before it is created',
      address: 'projects/create/',
      open: steps(press('Add a need'), key('Control+s')),
      shown: text('Check 4 fields'),
    },
    {
      name: 'an organization with errors before it is created',
      address: 'organizations/create/',
      open: steps(fill('IBAN', 'DE00'), fill('Website', 'not a site'), key('Control+s')),
      shown: text('Check 4 fields'),
    },
    { name: 'a project with its history', address: update(project.slug), shown: text(/A longer text$/) },
    {
      name: 'the question before a project is deleted',
      open: steps(press(/^More actions: /), press('Delete', 'menuitem')),
      shown: dialog(/^Delete: /),
    },
    {
      name: 'a decision without an outcome',
      open: steps(key('Escape'), press('Decide: Review'), (at) =>
        dialog('Decide: Review')(at).getByRole('button', { name: 'Decide' }).click(),
      ),
      shown: text('Choose an outcome'),
    },
    {
      name: 'a project with a wrong field and unsaved changes',
      address: update(project.slug, '?edit=true'),
      open: steps(fill(/^Start$/, '01.02.2027'), fill(/^End$/, '01.01.2027'), press('Save')),
      shown: text('The end is before the start'),
    },
    {
      name: 'the question before unsaved changes are left',
      open: press('Organizations', 'link'),
      shown: dialog('Unsaved changes'),
    },
    {
      name: 'an edit conflict',
      address: update(project.slug, '?edit=true'),
      open: steps(
        fill('Description', 'mine'),
        (at) => call(at, 'PATCH', own, { description: 'theirs', version }),
        press('Save'),
      ),
      shown: dialog('Edit conflict', /changed this in the meantime/),
    },
    {
      name: 'the question before organizations are archived',
      address: `organizations/?search=${encodeURIComponent(organization.title)}`,
      open: steps(press('Select all', 'checkbox'), press('Archive')),
      shown: (at) => dialog()(at).getByRole('button', { name: 'Archive' }),
    },
    { name: 'an unknown page', address: 'nowhere/', shown: text('Page not found') },
  ])
  expect(faults).toEqual([])
})

test('tasks: errors, details, conflicts, templates, no connection, an ended session', async ({ page }) => {
  const project = await makeProject(page, unique('Aufgaben'))
  const { id } = await call<{ id: number }>(page, 'GET', '/api/v4/users/profile/')
  const task = (await createTask(page, project, { description: 'first', users: [id] })) as {
    slug: string
    title: string
  }
  const list = `projects/?search=${encodeURIComponent(project.title)}`
  const openTasks = press(`Tasks: ${project.title}`)
  const faults = await faultsOf(page, [
    {
      name: 'a new task with errors at its fields',
      address: list,
      open: steps(
        openTasks,
        pressInside(/^Remove: /),
        pressInside('Add task'),
        fillInside('Title', 'x'.repeat(65)),
      ),
      shown: dialog('Tasks', '65/64'),
    },
    {
      name: 'a task changed by two people',
      address: list,
      open: steps(
        openTasks,
        pressInside(`Edit: ${task.title}`),
        fillInside('Description', 'mine'),
        (at) => call(at, 'PATCH', `/api/v4/reminders/${task.slug}/`, { description: 'theirs', version: 1 }),
        pressInside('Save'),
      ),
      shown: dialog('Edit conflict'),
    },
    {
      name: 'the tasks of a project on a tablet, with details',
      address: list,
      open: steps(
        (at) => at.setViewportSize({ width: 900, height: 844 }),
        openTasks,
        pressInside(/^View details/),
      ),
      shown: (at) => at.getByRole('region', { name: 'Task details' }),
    },
    {
      name: 'a week with the details of a task',
      address: 'tasks/week/',
      open: steps(
        (at) => at.setViewportSize({ width: 1440, height: 900 }),
        (at) => createTask(at, project, { title: 'In dieser Woche', users: [id], scheduled_for: today }),
        (at) => at.reload(),
        press(/In dieser Woche/),
      ),
      shown: (at) => at.getByRole('region', { name: 'Task details' }),
    },
    {
      name: 'a task template with errors in its steps',
      address: 'tasks/templates/',
      open: steps(
        press('Create template'),
        fillInside('Title', 'Vorlage'),
        pressInside('Add step'),
        pressInside('Save'),
      ),
      shown: dialog('Create template', 'Enter a title'),
    },
    {
      name: 'a list without a connection',
      address: `tasks/?search=${encodeURIComponent(task.title)}`,
      open: steps((at) => at.context().setOffline(true), press(`Done: ${task.title}`)),
      shown: text('You are offline. Your input is kept.'),
    },
    {
      name: 'the sign-in over a page whose session has ended',
      open: steps(
        (at) => at.context().setOffline(false),
        (at) => at.context().clearCookies(),
        press('Try again'),
      ),
      shown: dialog('Sign in', 'Your session has ended. Sign in again.'),
    },
  ])
  expect(faults).toEqual([])
})

test('the review queue: a project, handing over, a letter, a decision', async ({ page }) => {
  const word = unique('Schlange').replaceAll(/\W/g, '')
  await needsReview(page, `${word} Eins`)
  await needsReview(page, `${word} Zwei`)
  const faults = await faultsOf(page, [
    {
      name: 'a project to review',
      address: `projects/review/?search=${word}&needs_review=review`,
      shown: text('Yours while it is open'),
    },
    { name: 'handing a project over', open: key('h'), shown: dialog('Hand over'), alsoOnPhone: true },
    {
      name: 'a letter that rejects a project',
      open: steps(key('Escape'), key('3'), key('r'), (at) => at.keyboard.type('A second offer is missing.')),
      shown: (at) => at.locator('.rq-letter mark'),
    },
    {
      name: 'the next project, with a way to undo',
      open: key('Control+Enter'),
      shown: (at) => at.locator('.rq-toast'),
    },
  ])
  expect(faults).toEqual([])
})

test('pages as seen by people with few rights', async ({ page, browser }) => {
  const reader = await asPerson(page, browser, ['view_projects', 'view_organizations', 'view_settings'])
  const guest = await asPerson(page, browser, [])
  const project = await makeProject(page, unique('Lesen'))
  const faults = [
    ...(await faultsOf(reader, [
      {
        name: 'a dashboard without most of its parts',
        address: '',
        shown: (at) => at.getByRole('region', { name: 'Financing status' }).getByRole('link'),
      },
      {
        name: 'a record that may not be changed',
        address: update(project.slug),
        shown: (at) => at.getByRole('button', { name: 'Edit', exact: true, disabled: true }),
      },
      {
        name: 'a refused page',
        address: 'projects/create/',
        shown: text('Ask for the permission “create_projects”'),
      },
      {
        name: 'settings that may not be changed',
        address: 'settings/companies/',
        shown: (at) => at.getByRole('button', { name: /^Edit: /, disabled: true }),
      },
      {
        name: 'switches that may not be changed',
        address: 'settings/features/',
        shown: text('needs the permission “change_settings”'),
      },
      {
        name: 'a wrong and a weak password',
        address: 'profile/',
        open: steps(
          fill('Current password', 'a-long-password'),
          fill('New password', 'Sommer2026!'),
          key('Enter'),
        ),
        shown: text('This password is easy to guess.'),
      },
      {
        name: 'a changed password',
        open: steps(fill('New password', 'a wholly new word'), key('Enter')),
        shown: text('Your other sessions were ended.'),
      },
    ])),
    ...(await faultsOf(guest, [
      { name: 'a dashboard without rights', address: '', shown: text('Nothing to see here yet') },
    ])),
  ]
  await reader.context().close()
  await guest.context().close()
  expect(faults).toEqual([])
})

test('people and settings: invitations, types, additional fields, months', async ({ page }) => {
  const name = `p0${Date.now().toString(36)}`
  const staff = await call<{ id: number; full_name_w_username: string }[]>(
    page,
    'GET',
    '/api/v4/users/staff/',
  )
  const busy = staff.find((person) => !person.full_name_w_username.includes('admin'))!
  const project = await makeProject(page, unique('Uebergabe'))
  await createTask(page, project, { scheduled_for: addDays(today, 300), users: [busy.id] })
  const faults = await faultsOf(page, [
    {
      name: 'an invitation with permissions',
      address: 'users/',
      open: steps(
        press('Invite'),
        fillInside(/^E-mail$/, `${name}@example.org`),
        pressInside('Projects: View only', 'checkbox'),
      ),
      shown: (at) => dialog('Invite a user')(at).getByRole('checkbox', { checked: true }),
    },
    {
      name: 'a type refused because of open tasks',
      address: `user/${busy.id}/update/`,
      open: steps(
        (at) => at.getByLabel('Type', { exact: true }).click(),
        press('Company user', 'option'),
        press('Save'),
      ),
      shown: text('Hand over these tasks first:'),
    },
    {
      name: 'the tasks of another person',
      open: steps(press('Discard'), (at) => at.getByRole('definition').getByRole('link').click()),
      shown: text(/^Tasks of /),
    },
    {
      name: 'an additional field with choices and errors',
      address: 'settings/additional-fields/',
      open: steps(
        press('Create field'),
        (at) => at.getByRole('combobox', { name: 'Kind of answer' }).fill('One of'),
        key('Enter'),
        pressInside('Add choice'),
        pressInside('Save'),
      ),
      shown: dialog(undefined, 'This field is required'),
    },
    {
      name: 'an internal status without a title',
      address: 'settings/internal-statuses/',
      open: steps(press('Create status: Projects'), pressInside('Save')),
      shown: dialog(undefined, 'This field is required'),
    },
    {
      name: 'closing a month without a reason',
      address: 'logs/months/',
      open: steps(press(/^Close…/), pressInside('Save')),
      shown: dialog(undefined, 'This field is required'),
    },
    {
      name: 'the checked ledger',
      address: 'logs/ledger-checks/',
      open: press('Check now'),
      shown: (at) => at.getByText('holds', { exact: true }).nth(15),
    },
    {
      name: 'the journal of one account',
      address: 'logs/journal/?account=bank:main',
      shown: text(/^In .* Out .* Balance /),
    },
    {
      name: 'an account sheet',
      open: press('Open account sheet', 'link'),
      shown: text('Opening balance €0.00'),
    },
  ])
  expect(faults).toEqual([])
})
