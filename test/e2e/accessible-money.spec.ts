import type { Page } from '@playwright/test'
import { dayOf } from '#shared/dates.ts'
import { camt } from '../statements.ts'
import { asPerson, call, makeProject } from './calls.ts'
import { choose, financed, funded } from './financed.ts'
import { dialog, faultsOf, fill, fillInside, key, press, pressInside, steps, text, until } from './looks.ts'
import { expect, test } from './signed-in.ts'

// States of everything about money, statements and imports. Each test visits the states of one person in one window.

test.describe.configure({ mode: 'parallel' })
test.beforeEach(() => test.setTimeout(240_000))

const today = () => dayOf(new Date())
const update = (slug: string, query = '') => `project/${slug}/update/${query}`
const act = (name: string) => steps(press(/^More actions: /), press(name, 'menuitem'))

/** The organization of a project gets an account, without which no file for the bank pays it. */
async function addAccount(page: Page, project: string): Promise<void> {
  type Record = { version: number; organization: { slug: string } }
  const { organization } = await call<Record>(page, 'GET', `/api/v4/project/${project}/`)
  const path = `/api/v4/organization/${organization.slug}/`
  const { version } = await call<Record>(page, 'GET', path)
  await call(page, 'PATCH', path, { iban: 'DE89370400440532013000', version })
}

test('payouts: a selection, marking them paid, a file for the bank, a second person', async ({
  page,
  browser,
}) => {
  const clerk = await asPerson(page, browser, ['change_payouts', 'change_settings'])
  const { payout, project } = await funded(page)
  await addAccount(page, project.slug)
  const waiting = (await funded(page)).payout
  const settings = '/api/v4/settings/approvals/'
  const rule = async (enabled: boolean, from_cents: number) => {
    const { version } = await call<{ version: number }>(page, 'GET', settings)
    const rules = [{ act: 'cancel', enabled, from_cents }]
    return call<{ approval?: { id: number } }>(page, 'PATCH', settings, { rules, version })
  }
  await rule(true, 1)
  const faults = await faultsOf(clerk, [
    {
      name: 'cancelling a payout, which a second person approves',
      address: `payouts/?search=${waiting.number}`,
      open: act('Cancel payout…'),
      shown: dialog(undefined, /From €0\.01 a second person approves\./),
    },
    {
      name: 'an own proposal',
      open: steps(
        fillInside('Reason', 'Wrong recipient'),
        pressInside(/^Submit for approval: €/),
        press('Open approval'),
      ),
      shown: dialog('Cancelling payouts', /Another person has to approve it/),
    },
  ])
  faults.push(
    ...(await faultsOf(page, [
      {
        name: 'approvals that wait',
        address: 'approvals/',
        shown: (at) => at.getByRole('button', { name: new RegExp(`^Look at it: .*${waiting.number}`) }),
        alsoOnPhone: true,
      },
      {
        name: 'an approval',
        open: press(new RegExp(`^Look at it: .*${waiting.number}`)),
        shown: dialog('Cancelling payouts', /Reason: Wrong recipient/),
      },
      {
        name: 'rejecting without a reason',
        open: steps(pressInside('Reject…'), pressInside('Reject')),
        shown: dialog('Cancelling payouts', 'Say why'),
        alsoOnPhone: true,
      },
      {
        name: 'a selection of payouts',
        address: `payouts/?search=${payout.number}`,
        open: press('Select all', 'checkbox'),
        shown: (at) =>
          at.getByRole('group', { name: 'Actions for the selection' }).filter({ hasText: '1 selected · €' }),
      },
      {
        name: 'marking payouts paid',
        open: press('Mark paid…'),
        shown: dialog('Mark paid', /The product moves no money\./),
      },
      {
        name: 'a file for the bank',
        open: steps(key('Escape'), press('SEPA file…')),
        shown: dialog('SEPA file', /Checked:/),
      },
      {
        name: 'a made file for the bank',
        open: pressInside(/^Create file: 1 payment, €/),
        shown: (at) => dialog('SEPA file')(at).getByRole('heading', { name: /^File created/ }),
      },
    ])),
  )
  type Waiting = { results: { id: number; may_decide: boolean }[] }
  const { results } = await call<Waiting>(page, 'GET', '/api/v4/approvals/')
  for (const { id } of results.filter(({ may_decide }) => may_decide))
    await call(page, 'POST', `/api/v4/approvals/${id}/approve/`, {})
  // The settings are shared: a second person approves that the guard ends.
  const { approval } = await rule(false, 100_000)
  if (approval) await call(clerk, 'POST', `/api/v4/approvals/${approval.id}/approve/`, {})
  await clerk.context().close()
  expect(faults).toEqual([])
})

test('funding, cancelling it, and claiming money back; companies and statistics', async ({ page }) => {
  const { list, word, company } = await financed(page, [185_000, 430_000])
  const { project, payout } = await funded(page)
  await call(page, 'POST', '/api/v4/payouts/mark-paid/', { payout_slugs: [payout.slug], paid_on: today() })
  const faults = await faultsOf(page, [
    {
      name: 'funding a project with an ambiguous sum',
      address: list.replace('/site-admin/', ''),
      open: steps(
        act('Fund internally…'),
        (at) => choose(at, 'Company', company.title),
        fillInside('Sum', '1.234'),
        key('Tab'),
      ),
      shown: dialog('Fund internally', /Write the amount with two decimals/),
    },
    {
      name: 'funding a selection',
      address: list.replace('/site-admin/', ''),
      open: steps(
        press('Select all', 'checkbox'),
        press('Fund internally'),
        (at) => choose(at, 'Company', company.title),
        fillInside('Sum', '6,000.00'),
      ),
      shown: dialog('Fund internally', /leave the budget General budget at once/),
      alsoOnPhone: true,
    },
    {
      name: 'the result of funding',
      open: pressInside('Fund 2 projects with €6,000.00'),
      shown: (at) => dialog('2 of 2 projects funded')(at).getByText(new RegExp(word)),
      alsoOnPhone: true,
    },
    {
      name: "a project's money with its timeline",
      address: update(project.slug, '?tab=money'),
      open: press(/^All/),
      shown: (at) => at.locator('.money-timeline > li'),
    },
    {
      name: 'defunding a paid project',
      address: update(project.slug),
      open: steps(
        press('Defund…'),
        fillInside('Type the project name to confirm', project.title),
        fillInside('Reason', 'Irrtum'),
        pressInside('Defund €300.00'),
      ),
      shown: dialog(/^Defund: /, /Confirm that the money is claimed back/),
      alsoOnPhone: true,
    },
    {
      name: 'booking a return',
      address: `recovery-claims/?search=${encodeURIComponent(project.title)}`,
      open: steps(
        (at) =>
          call(at, 'POST', '/api/v4/projects/defund-internally/', {
            project_slug: project.slug,
            confirm_title: project.title,
            reason: 'Irrtum',
            acknowledge_marked_payments: true,
          }),
        (at) => at.reload(),
        press(/Book return/),
      ),
      shown: dialog('Book return'),
      alsoOnPhone: true,
    },
    {
      name: 'writing a claim off',
      open: steps(key('Escape'), act('Write off…')),
      shown: dialog('Write off'),
    },
    {
      name: 'a budget that ends before it begins',
      address: `company/${company.slug}/`,
      open: steps(
        press('Add budget'),
        fillInside('Title', 'Fonds 2026'),
        fillInside('Valid from', '01.01.2026'),
        fillInside('Valid until', '31.12.2025'),
        fillInside('First budget', '1,000.00'),
        key('Enter'),
      ),
      shown: dialog('Add budget', 'The budget ends before it begins'),
      alsoOnPhone: true,
    },
    {
      name: 'the rows of a figure',
      address: 'statistics/',
      open: (at) =>
        at.locator('.statistics-strip > div', { hasText: 'Paid' }).first().getByRole('link').click(),
      shown: dialog('Paid', /^Sum of all \d+ rows: /),
      alsoOnPhone: true,
    },
    {
      name: 'a table instead of the chart, by company',
      address: 'statistics/',
      open: steps(
        (at) => at.getByRole('button', { name: 'Table', exact: true }).first().click(),
        (at) => at.getByLabel('Group by').click(),
        press('By company', 'option'),
      ),
      shown: (at) => at.getByRole('region', { name: 'By company' }).getByRole('row', { name: /^All/ }),
    },
  ])
  expect(faults).toEqual([])
})

test('private donations: recording, refunding, ending, showing the donor', async ({ page }) => {
  const mark = Date.now().toString(36)
  const { slug } = await makeProject(page, `Demenzcafé ${mark}`)
  const api = '/api/v4/private-donations/'
  const give = (name: string, more: object = {}) =>
    call<{ slug: string; number: string }>(page, 'POST', api, {
      project_slug: slug,
      amount_cents: 25_000,
      received_on: today(),
      channel: 'bank_transfer',
      donor: { name: `${name} ${mark}`, iban: 'DE89370400440532013000' },
      ...more,
    })
  const given = await give('Maria')
  const pledged = await give('Emre', { state: 'pledged' })
  const refunded = await give('Renate')
  await call(page, 'POST', `${api}${refunded.slug}/refund/`, { amount_cents: 10_000, reason: 'Doppelt' })
  const list = ({ number }: { number: string }) => `private-donations/?search=${number}`
  const faults = await faultsOf(page, [
    {
      name: 'recording a donation',
      address: 'private-donations/',
      open: steps(press('Record'), pressInside('Save')),
      shown: (at) => dialog('Record a private donation')(at).locator('[aria-invalid=true]'),
    },
    {
      name: 'refunding in part',
      address: list(given),
      open: steps(act('Refund…'), (at) => dialog('Refund')(at).getByText('In part').click()),
      shown: (at) => dialog('Refund')(at).getByLabel('Amount'),
    },
    {
      name: 'asking for the donor',
      address: list(given),
      open: act('Show donor…'),
      shown: dialog('Show who gave'),
    },
    {
      name: 'a donor',
      open: steps(fillInside('Reason', 'Rückfrage'), pressInside('Show')),
      shown: dialog('Donor', `Maria ${mark}`),
      alsoOnPhone: true,
    },
    {
      name: 'changing the purpose',
      address: list(given),
      open: act('Change purpose…'),
      shown: dialog('Give it to another project'),
    },
    {
      name: 'a refund that left the house',
      address: list(refunded),
      open: act('Refund transferred…'),
      shown: dialog('Refund transferred'),
    },
    {
      name: 'ending a pledge',
      address: list(pledged),
      open: act('Nothing came…'),
      shown: dialog('End the pledge'),
    },
  ])
  expect(faults).toEqual([])
})

const heading = (name: string) => (at: Page) => at.getByRole('heading', { level: 2, name })

test('a bank statement: refused, uploaded, split, ignored, done', async ({ page }) => {
  const mark = Date.now().toString(36)
  const wall = await makeProject(page, `Kletterwand${mark}`)
  const { results } = await call<{ results: { iban: string }[] }>(page, 'GET', '/api/v4/bank-accounts/')
  const iban = results[0]!.iban.replaceAll(' ', '')
  const choosing = (number: string, closing?: number) => async (at: Page) => {
    const lines = [
      { cents: 48_000, name: 'Kita Am Weiher', text: `Spende ${wall.title}` },
      { cents: 8_900, name: 'Stadtwerke', text: `Abschlag ${mark}` },
    ]
    const statement = { lines, number, day: today(), iban }
    const content = camt([closing === undefined ? statement : { ...statement, closing }])
    await at
      .locator('input[type=file]')
      .setInputFiles({ name: `${number}.xml`, mimeType: 'application/xml', buffer: Buffer.from(content) })
  }
  const faults = await faultsOf(page, [
    {
      name: 'a refused statement',
      address: 'bank-statements/',
      open: choosing(`9${mark}`, 201),
      shown: text(/do not add up to the closing balance/),
    },
    {
      name: 'an uploaded statement',
      open: choosing(mark),
      shown: text(`${mark}.xml: 2 lines, 0 known already, 0 matched automatically`),
    },
    {
      name: 'a line with what it may be for',
      open: press(`Statement ${mark}`, 'link'),
      shown: (at) => at.getByRole('radio', { name: new RegExp(wall.title) }),
      alsoOnPhone: true,
    },
    {
      name: 'ignoring a line',
      open: steps(press(/Stadtwerke/), until(heading('Stadtwerke')), key('i')),
      shown: dialog('Ignore: Stadtwerke', '€89.00 stay in suspense.'),
    },
    {
      name: 'a line in parts',
      open: steps(
        fillInside('Reason', 'Irrläufer'),
        pressInside('Ignore'),
        until(heading('Kita Am Weiher')),
        key('s'),
        fill('Target of part 1', wall.title),
        press(wall.title, 'option'),
        fill('Amount of part 1', '480.00'),
      ),
      shown: text('Left to assign €0.00'),
    },
    {
      name: 'a statement that is done',
      open: key('Control+Enter'),
      shown: heading('All 2 lines are done'),
    },
  ])
  expect(faults).toEqual([])
})

test('an import: refused, repaired, checked, booked, undone, recognized', async ({ page }) => {
  const source = `Quelle${Date.now().toString(36)}`
  const choosing = (name: string, lines: readonly string[]) => (at: Page) =>
    at
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  const francs = [
    `Verein;Projekt;FoerderbeitragCHF;Jahr;${source}`,
    `Chor ${source} e.V.;\u0084Grüße\u0093 aus dem Archiv;1000;2016;x`,
    `TSV ${source} e.V.;Tore;abc;2017;x`,
    `Gut ${source} e.V.;Saal;800;2017;x`,
  ]
  const euros = [`Verein;Vorhaben;Betrag in EUR;Jahr;x${source}`, `Irrtum ${source};Irrweg;160.000,00;2021;x`]
  const faults = await faultsOf(page, [
    {
      name: 'a file that cannot be read',
      address: 'import/',
      open: choosing('a.csv', ['%PDF-1.7']),
      shown: text('Files of this kind cannot be imported.'),
    },
    {
      name: 'rows to repair and a question about the currency',
      open: steps(choosing('Franken.csv', francs), press('Check')),
      shown: text('1 question, 3 rows to repair'),
    },
    {
      name: 'a rate per year',
      open: steps(
        (at) => at.getByLabel('Rate', { exact: true }).selectOption({ label: 'Rate per year' }),
        fill('Euros for 1 CHF in 2016', '0.9'),
        fill('Euros for 1 CHF in 2017', '0.95'),
      ),
      shown: text('CHF 800.00 makes €760.00'),
    },
    {
      name: 'find and replace',
      open: steps(
        press('Confirm CHF'),
        until(text(/^2 rates for CHF/)),
        key('ControlOrMeta+h'),
        fill('Find', 'e.V.'),
      ),
      shown: (at) => at.getByRole('grid').locator('mark'),
    },
    {
      name: 'a sum to type before it is booked',
      address: 'import/',
      open: steps(choosing('Euro.csv', euros), press('Check')),
      shown: (at) => at.getByLabel(/^Type the sum/),
    },
    {
      name: 'a booked file',
      open: steps(fill(/^Type the sum/, '160,000.00'), press('Book 1 gift')),
      shown: (at) => at.getByRole('button', { name: 'Undo import…' }),
    },
    {
      name: 'undoing an import under a wrong name',
      open: steps(
        press('Undo import…'),
        fillInside('Reason', 'Falsche Datei'),
        fillInside(/^Type “/, 'Andere.csv'),
        pressInside(/^Undo 1 gifts, /),
      ),
      shown: (at) => dialog()(at).locator('[aria-invalid=true]'),
      alsoOnPhone: true,
    },
    {
      name: 'an undone import',
      open: steps(fillInside(/^Type “/, 'Euro.csv'), pressInside(/^Undo 1 gifts, /)),
      shown: (at) => at.getByRole('strong').filter({ hasText: /^Undone/ }),
    },
    {
      name: 'a file read like the last one of its source',
      address: 'import/',
      open: choosing('Euro.csv', euros),
      shown: text(/^Used as last time on /),
    },
    {
      name: 'imports with their recipes',
      address: 'import/',
      shown: (at) => at.getByRole('button', { name: /^Edit: / }),
    },
  ])
  expect(faults).toEqual([])
})
