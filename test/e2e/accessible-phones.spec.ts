import type { Page } from '@playwright/test'
import { call, makeOrganization, makeProject } from './calls.ts'
import { funded } from './financed.ts'
import { dialog, faultsOf, fill, key, press, pressInside, steps, text } from './looks.ts'
import { createDocument, createTemplate, notice, pdf } from './document-fixtures.ts'
import { expect, test } from './signed-in.ts'
import { createTask, today, unique } from './tasks.ts'

// States on a phone whose layout differs from the desktop: cards, sheets, menus, full screens. `small-screens.spec.ts`
// looks at whole pages.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
test.describe.configure({ mode: 'parallel' })
test.beforeEach(() => test.setTimeout(240_000))

const select = steps(press('More of this list'), press('Select', 'menuitem'))
const card = (at: Page) => at.locator('.list-card, .brief-card').first()

test('lists: cards, sheets, menus, a selection, the peek', async ({ page }) => {
  const project = await makeProject(page, unique('Karte'))
  const own = `/api/v4/project/${project.slug}/`
  await call(page, 'PATCH', own, { needs_donation_review: true, version: project.version })
  const { id } = await call<{ id: number }>(page, 'GET', '/api/v4/users/profile/')
  const task = { title: unique('Daumen'), users: [id], scheduled_for: today }
  await createTask(page, project, task)
  const list = `projects/?search=${encodeURIComponent(project.title)}`
  const faults = await faultsOf(page, [
    {
      name: 'projects as cards, with the review',
      address: 'projects/?view=needs_review&needs_review=review,voting_review',
      shown: (at) => at.getByRole('link', { name: /^Start review/ }),
    },
    {
      name: 'the sheet that sorts',
      open: steps(press('More of this list'), press('Sort by', 'menuitem')),
      shown: dialog('Sort by'),
    },
    {
      name: 'the export',
      open: steps(key('Escape'), press('More of this list'), press('Export: columns and format', 'menuitem')),
      shown: (at) => dialog('Export')(at).getByRole('radio'),
    },
    {
      name: 'the sheet of all filters',
      open: steps(key('Escape'), press(/^Filter/)),
      shown: dialog('Filters'),
    },
    {
      name: 'the filters of a list without such a sheet',
      address: 'organizations/',
      open: press(/^Filters/),
      shown: dialog('Filters'),
    },
    {
      name: 'the main menu',
      open: steps(key('Escape'), press('Menu')),
      shown: dialog('Menu'),
    },
    {
      name: 'the peek as a sheet',
      address: list,
      open: steps(select, press(`More actions: ${project.title}`), press('Peek', 'menuitem')),
      shown: (at) => dialog(project.title)(at).getByRole('heading', { name: 'Tasks' }),
    },
    {
      name: 'the tasks of a project',
      address: list,
      open: steps(select, press(`More actions: ${project.title}`), press('Tasks', 'menuitem')),
      shown: (at) => dialog('Tasks')(at).getByRole('button', { name: /^View details/ }),
    },
    {
      name: 'a selection with the menu of its actions',
      address: list,
      open: steps(select, (at) => card(at).getByRole('checkbox').check(), press('More actions')),
      shown: (at) => at.getByRole('menuitem', { name: 'Archive' }),
    },
    {
      name: 'a mail to applicants with its preview',
      open: steps(
        press('E-mail to the applicants', 'menuitem'),
        (at) => at.getByRole('textbox', { name: 'Text' }).fill('Please call us.'),
        pressInside('Preview'),
      ),
      shown: (at) => dialog()(at).getByRole('group', { name: 'Preview' }).getByText('Please call us.'),
    },
    {
      name: 'the result of mails that can be stopped',
      open: steps(pressInside(/^Send 1/), press('Show result')),
      shown: (at) => dialog()(at).getByRole('button', { name: 'Stop e-mails' }),
    },
    {
      name: 'tasks in groups',
      address: `tasks/?status=open&search=${encodeURIComponent(task.title)}`,
      shown: (at) => at.getByRole('button', { name: `Done: ${task.title}` }),
    },
    {
      name: 'the menu of the pages of the settings',
      address: 'settings/limits/',
      open: press('Periods'),
      shown: (at) => at.getByRole('menuitemradio', { name: 'Jobs' }),
    },
    {
      name: 'the review queue',
      address: `projects/review/?search=${encodeURIComponent(project.title)}&needs_review=review`,
      shown: (at) => at.getByRole('radio', { name: /^Public/ }),
    },
    {
      name: 'the dashboard with a table',
      address: '?period=12_months&view=table',
      shown: (at) => at.getByRole('region', { name: 'Funding volume by type' }).getByRole('table'),
    },
  ])
  expect(faults).toEqual([])
})

test('records, documents, templates', async ({ page }) => {
  const project = await makeProject(page, unique('Schmal'))
  const organization = await makeOrganization(page, unique('Chor'))
  const template = await createTemplate(page)
  const document = await createDocument(page, organization, pdf('Bescheid.pdf', await notice()))
  const faults = await faultsOf(page, [
    {
      name: 'a record with a wrong field and unsaved changes',
      address: `project/${project.slug}/update/?edit=true`,
      open: steps(fill(/^Start$/, '01.02.2027'), fill(/^End$/, '01.01.2027'), press('Save')),
      shown: text('The end is before the start'),
    },
    {
      name: 'the documents of an organization',
      address: `organization/${organization.slug}/update/?tab=documents`,
      shown: (at) => at.locator('li.list-card'),
    },
    {
      name: 'an upload that fills the screen',
      open: press('Upload PDF'),
      shown: dialog('Upload PDF'),
    },
    {
      name: 'a value over the page of a notice',
      address: `documents/${document}/view/`,
      shown: (at) =>
        at.getByRole('region', { name: 'Found values' }).getByRole('heading', { name: 'Issued' }),
    },
    {
      name: 'all values of a notice',
      open: press('All values'),
      shown: (at) =>
        at.getByRole('region', { name: 'Found values' }).getByRole('heading', { name: 'Tax office' }),
    },
    {
      name: 'sending a document as a link',
      address: `documents/${document}/view/`,
      open: steps(
        press(/^More actions: /),
        press('Send…', 'menuitem'),
        pressInside('As a link that expires'),
      ),
      shown: (at) => dialog(/^Send: /)(at).getByLabel('Link opens until'),
    },
    {
      name: 'a template',
      address: `document-template/${template.slug}/`,
      shown: text(/^Watermark TEST/),
    },
    {
      name: 'a test print',
      open: press('Test print', 'link'),
      shown: (at) => at.locator('.viewer .pdf-page[data-state=drawn]'),
    },
    { name: 'the receipts of a run', address: 'documents/runs/1/', shown: text('No gaps') },
  ])
  expect(faults).toEqual([])
})

test('money: cards, dialogs that fill the screen, an import', async ({ page }) => {
  const { project, payout } = await funded(page)
  const { results } = await call<{ results: { id: number }[] }>(page, 'GET', '/api/v4/bank-statements/')
  const statement = results[0]!
  const source = Date.now().toString(36)
  const lines = [
    `Verein;Projekt;FoerderbeitragCHF;Jahr;x${source}`,
    `Chor ${source};Noten;abc;2017;x`,
    `Gut ${source};Saal;800;2017;x`,
  ]
  const faults = await faultsOf(page, [
    {
      name: 'payouts as cards with a selection',
      address: `payouts/?search=${payout.number}`,
      open: (at) => card(at).getByRole('checkbox').check(),
      shown: (at) =>
        at.getByRole('group', { name: 'Actions for the selection' }).filter({ hasText: '1 selected · €' }),
    },
    {
      name: 'a file for the bank over the whole screen',
      open: press('SEPA file…'),
      shown: (at) => dialog('SEPA file')(at).getByLabel('From account'),
    },
    {
      name: "a project's money",
      address: `project/${project.slug}/update/?tab=money`,
      open: press(/^All/),
      shown: (at) => at.locator('.money-timeline > li'),
    },
    {
      name: 'all lines of a statement',
      address: `bank-statement/${statement.id}/`,
      open: press(/^Show all lines: /),
      shown: (at) => at.getByRole('list').filter({ hasText: '€' }),
    },
    {
      name: 'the columns of an import',
      address: 'import/',
      open: (at) =>
        at.locator('input[type=file]').setInputFiles({
          name: 'Franken.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(lines.join('\r\n')),
        }),
      shown: (at) => at.getByLabel('Field for Verein'),
    },
    {
      name: 'a row to repair, without the grid',
      open: steps(press('Check'), press('The amounts are EUR')),
      shown: text(/^Row 2 \(1 of 1\)/),
    },
  ])
  expect(faults).toEqual([])
})
