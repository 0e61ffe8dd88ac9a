import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '#app/contracts.ts'
import type { Route } from '#shared/route.ts'
import { createGift, createOrganization, createProject, createUser } from './factories.ts'
import { certifiableProject, generatePath, receiptTemplate, recordGifts } from './receipts.ts'
import { camt, houseIban } from './statements.ts'
import { type Client, useApp } from './app.ts'

const isPage = ({ method, response }: Route) =>
  method === 'GET' &&
  response instanceof z.ZodObject &&
  ['results', 'count', 'total_pages', 'current_page'].every((key) => key in response.shape)
const lists = Object.values(contracts)
  .flatMap((contract) => Object.values(contract as Record<string, Route>))
  .filter(isPage)

const app = useApp({ resets: false })
let staff: Client
let place: Record<string, string>
beforeAll(async () => {
  staff = await app.as('superuser')
  const organization = await createOrganization(app.db)
  const project = await createProject(app.db, { organization_id: organization.id })
  const user = await createUser(app.db, {})
  await createGift(app.db, project, 100)
  await staff.post('/api/v4/companies/donating-companies/', { title: 'Stiftung' })
  await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
  const form = new FormData()
  form.set('file', new Blob([camt([{ lines: [{ cents: 100 }] }])]), 'statement.xml')
  const { body: brought } = await staff.call('POST', '/api/v4/bank-statements/', { raw: form })
  const table = new FormData()
  table.set('file', new Blob(['Verein;Betrag\nChor;1']), 'grants.csv')
  const { body: imported } = await staff.call('POST', '/api/v4/imports/', { raw: table })
  const { body: run } = await staff.post('/api/v4/projects/bulk/archive/', {
    selection: { slugs: [project.slug] },
  })
  const { project: certifiable } = await certifiableProject(app.db)
  const given = await recordGifts(staff, certifiable, [{}, {}])
  const targets = given.map(({ slug }) => slug)
  const receipts = { template_slug: receiptTemplate, mode: 'final', targets }
  const { body: generated } = await staff.post(generatePath, receipts)
  const account = await app.db.selectFrom('ledger_accounts').select('id').executeTakeFirstOrThrow()
  const line = await app.db.selectFrom('bank_lines').select('id').executeTakeFirstOrThrow()
  place = {
    project: project.slug,
    organization: organization.slug,
    user: String(user.id),
    account: String(account.id),
    'bank-statements': String(brought.statements[0]),
    'bank-transactions': String(line.id),
    'donating-companies': 'stiftung',
    imports: String(imported.id),
    bulk: String(run.bulk.id),
    'document-runs': String(generated.run.id),
  }
})

/** The list's address for an existing record, e.g. a project's history. */
const address = (route: Route) =>
  route.path.replace(
    /([\w-]+)\/:\w+/g,
    (_, name: string) => `${name}/${place[name] ?? place[name.replace(/s$/, '')]}`,
  )

test('lists are recognized by their answers', () => {
  expect(lists.map((route) => route.path)).toEqual(
    expect.arrayContaining([
      '/api/v4/projects/',
      '/api/v4/exports/',
      '/api/v4/companies/donating-companies/',
      '/api/v4/projects/internal-status/',
      '/api/v4/project/:slug/history/',
    ]),
  )
})

describe.each(lists.map((route) => [route.path, route] as const))('%s', (_, route) => {
  const get = (size: string) => staff.get(`${address(route)}?page_size=${size}`)

  test('takes 10, 25, 50 and 100 rows per page, 25 by default', async () => {
    expect(route.query!.parse({})).toMatchObject({ page: 1, page_size: 25 })
    const answers = await Promise.all(['10', '25', '50', '100'].map(get))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('refuses every other page size with an error that names page_size', async () => {
    for (const size of ['0', '1', '20', '26', '99', '101', '-10', '10.5', 'all', '']) {
      const { status, body } = await get(size)
      expect([size, status, Object.keys(body)]).toEqual([size, 400, ['page_size']])
    }
  })
})
