import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '#app/contracts.ts'
import { suggestionsFor } from '#features/bank-statements/server/suggestions.ts'
import type { Route } from '#shared/route.ts'
import type { Client } from './app.ts'
import { createGift, createProject } from './factories.ts'
import { goodImport, importApp } from './import-app.ts'
import { settleAll } from './money.ts'

// After an import was undone, every list and every export equals its state before the import.
const imports = importApp()
let superuser: Client
beforeEach(async () => void (superuser = await imports.app.as('superuser')))

const gets = Object.values(contracts)
  .flatMap((contract) => Object.values(contract as Record<string, Route>))
  .filter(({ method }) => method === 'GET')
const isPage = ({ response }: Route) =>
  response instanceof z.ZodObject && ['results', 'count'].every((key) => key in response.shape)

/** Records of past acts, the import and its undo included, are kept; so are recipes for files. */
const history = [
  '/api/v4/logs/',
  '/api/v4/imports/',
  '/api/v4/exports/',
  '/api/v4/jobs/',
  '/api/v4/counts/',
  '/api/v4/import-recipes/',
]
const stands = ({ path }: Route) =>
  !path.includes('/:') && !history.some((beginning) => path.startsWith(beginning))

const lists = gets.filter((route) => isPage(route) && stands(route)).map(({ path }) => path)
const exported = gets
  .filter((route) => route.path.endsWith('/export/') && stands(route))
  .map(({ path }) => path)
const ofRecords = ['projects', 'organizations', 'gifts'].map((name) => `/api/v4/${name}/export/`)
const times = 'date_from=2010-01-01&date_to=2026-12-31'

/** Addresses of all current data. */
const asked = [
  ...lists.map((path) =>
    path.startsWith('/api/v4/statistics/') ? `${path}?figure=allocated&${times}` : path,
  ),
  ...exported.filter((path) => !path.startsWith('/api/v4/statistics/')).map((path) => `${path}?format=csv`),
  ...ofRecords.flatMap((path) => ['everything', 'for_import'].map((set) => `${path}?format=csv&set=${set}`)),
  '/api/v4/gifts/export/?format=grants360',
  ...['month', 'funding_type', 'organization', 'category', 'company'].flatMap((by) =>
    ['', 'export/'].map((what) => `/api/v4/statistics/${what}?${times}&group_by=${by}`),
  ),
  ...['projects', 'organizations'].map((name) => `/api/v4/${name}/minimal-list/?search=`),
  '/api/v4/gifts/?search=tore',
  '/api/v4/gifts/?state=reversed',
  '/api/v4/search/?q=tore',
  '/api/v4/dashboard/funding/',
  '/api/v4/dashboard/projects/',
]

/** Their answers by address; of a workbook only whether it arrived. */
async function answers(): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {}
  for (const address of asked) {
    const { status, body } = await superuser.get(address)
    expect([address, status]).toEqual([address, 200])
    all[address] = body
  }
  return all
}

/** The projects suggested for a bank line. */
async function suggested(): Promise<string[]> {
  const line = {
    id: 1,
    bank_account_id: 1,
    iban: '',
    name: 'Renate Albers',
    reference: '',
    booking: '',
    amount_cents: 1_000,
    text: 'SPENDE TORE',
  }
  const [found] = await suggestionsFor(imports.app.db, [line])
  return found!.filter(({ target_type }) => target_type === 'project').map(({ slug }) => slug)
}

async function undo(id: number) {
  const answer = await superuser.post(`/api/v4/imports/${id}/undo/`, {
    reason: 'Wrong file',
    confirm_filename: 'file.csv',
  })
  expect(answer.status).toBe(202)
  await imports.work()
}

describe('after an import was undone', () => {
  test('every list and every export is unchanged', async () => {
    const empty = await answers()
    const first = await imports.run(goodImport)
    await undo(first.id)
    const still = await answers()
    for (const address of asked) expect([address, still[address]]).toEqual([address, empty[address]])
    const known = await createProject(imports.app.db, { title: 'Neue Noten' })
    await imports.app.db
      .updateTable('organizations')
      .set({ title: 'Chor Süd e. V.' })
      .where('id', '=', known.organization_id)
      .execute()
    await createGift(imports.app.db, known, 5_000)
    await settleAll(imports.app.db, new Date('2026-11-20T08:00:00Z'))
    const before = await answers()
    // To an existing project, to a new one of an existing organization, and to new ones.
    const done = await imports.run([...goodImport, 'Chor Süd e. V.;10967;Tournee;70;2026;'])
    const during = await answers()
    const changed = asked.filter(
      (address) => JSON.stringify(before[address]) !== JSON.stringify(during[address]),
    )
    expect(changed).toEqual(
      expect.arrayContaining([
        '/api/v4/projects/',
        '/api/v4/organizations/',
        '/api/v4/gifts/',
        '/api/v4/payouts/',
        '/api/v4/organizations/export/?format=csv&set=everything',
        '/api/v4/gifts/export/?format=grants360',
      ]),
    )
    await undo(done.id)
    const after = await answers()
    for (const address of asked) expect([address, after[address]]).toEqual([address, before[address]])
  })

  test('no address leads to a removed record, and no bank line is matched with it', async () => {
    const done = await imports.run(goodImport)
    await undo(done.id)
    const removed = await imports.app.db
      .selectFrom('projects')
      .select('slug')
      .where('status', '=', 4)
      .execute()
    expect(removed).toHaveLength(2)
    for (const { slug } of removed) expect((await superuser.get(`/api/v4/project/${slug}/`)).status).toBe(404)
    for (const { slug } of await imports.app.db.selectFrom('organizations').select('slug').execute())
      expect((await superuser.get(`/api/v4/organization/${slug}/`)).status).toBe(404)
    expect(await suggested()).toEqual([])
    await imports.run(goodImport)
    expect(await suggested()).toEqual(['tore'])
  })
})
