import { beforeEach, expect, test } from 'vitest'
import type { Permission } from '#shared/permissions.ts'
import type { Route } from '#shared/route.ts'
import type { Client } from '#test/app.ts'
import { foldings, standsIn, textsOf } from '#test/answer-texts.ts'
import { createTask } from '#test/factories.ts'
import { importApp, importHeader } from '#test/import-app.ts'
import { makeCompany } from '#test/money.ts'
import { databaseChecksums } from '#test/table-checksums.ts'
import { importRecipes, imports as contract } from '../contract.ts'

const imports = importApp()
const rights: Permission[] = [
  'create_projects',
  'create_organizations',
  'create_private_donations',
  'change_private_donations',
  'delete_projects',
  'delete_organizations',
  'view_projects',
  'view_reminders',
]
const at = (id: number) => `/api/v4/imports/${id}/`
const refused = [
  importHeader,
  'Chor Xylophar;10967;Noten Wzq;1.234,56;2016;Senat',
  'Kaputt Qxz;;Tore;x;2017;',
]

let [house, ofA, ofB] = [] as unknown as [Client, Client, Client]
beforeEach(async () => {
  const { app } = imports
  const [a, b] = [
    await makeCompany(app.db, { slug: 'a', title: 'Amper' }),
    await makeCompany(app.db, { slug: 'b', title: 'Bxrse' }),
  ]
  house = await app.as(rights)
  ofA = await app.as(rights, { user_type: 'company', company_id: a.id })
  ofB = await app.as(rights, { user_type: 'company', company_id: b.id })
})

const booked = async (client: Client, lines: string[], name = 'geheim-wvx.csv', options: object = {}) => {
  imports.staff = client
  const { body } = await imports.upload(lines.join('\n'), name)
  const said = { currency: 'EUR', confirmed: body.to_confirm, ...options }
  expect((await client.patch(at(body.id), said)).status).toBe(200)
  await imports.act(body.id, 'check')
  return imports.act(body.id, 'run')
}

const bodies: Record<string, object> = {
  change: { year: 2020 },
  names: { names: [{ one: 'Chor Xylophar', other: 'Kaputt Qxz', is_same: true }] },
  undo: { reason: 'Weg damit', confirm_filename: 'geheim-wvx.csv' },
}
const queries: Record<string, string> = { matches: '?find=Chor', sums: '?currency=EUR' }
const markers = ['geheim-wvx', 'Xylophar', 'Noten Wzq', '1.234,56', '123456', 'Kaputt Qxz']

async function found(bytes: Awaited<ReturnType<Client['get']>>): Promise<string[]> {
  const texts = foldings(await textsOf(bytes))
  return markers.filter((one) => standsIn(one, texts))
}

test('no call shows or changes an import of another company or of staff', async () => {
  const routes = Object.entries(contract as Record<string, Route>).filter(([name]) => name !== 'upload')
  for (const owner of [ofB, house]) {
    const done = await booked(owner, refused, 'geheim-wvx.csv', { partial: true })
    expect(done.state).toBe('done')
    const open = (await imports.upload(refused.join('\n'), 'geheim-wvx.csv')).body.id as number
    const before = await databaseChecksums(imports.app.db)
    for (const id of [done.id as number, open])
      for (const [name, { method, path }] of routes) {
        const address = `${path.replace(':id', String(id))}${queries[name] ?? ''}`
        const answer = await ofA.call(method, address, method === 'GET' ? {} : { body: bodies[name] ?? {} })
        expect([name, answer.status]).toEqual([name, name === 'list' ? 200 : 404])
        expect([name, await found(answer)]).toEqual([name, []])
      }
    expect(await databaseChecksums(imports.app.db)).toEqual(before)
  }
  expect((await house.get('/api/v4/imports/')).body.count).toBe(4)
  expect((await ofB.get('/api/v4/imports/')).body.count).toBe(2)
  expect((await ofA.get('/api/v4/imports/')).body.count).toBe(0)
})

test('a company user without a company cannot upload', async () => {
  imports.staff = await imports.app.as(rights, { user_type: 'company' })
  const answer = await imports.upload(refused.join('\n'))
  expect([answer.status, answer.body.code]).toEqual([403, 'company_user'])
  expect((await imports.staff.get('/api/v4/imports/')).body.count).toBe(0)
})

test('an import shows a company only its own earlier imports and recipes', async () => {
  await booked(house, refused, 'geheim-wvx.csv', { partial: true })
  const other = [importHeader, 'Sport;10967;Tore;2;2015;']
  const mine = await booked(ofA, other, 'meine.csv')
  const next = await booked(ofA, other, 'naechste.csv')
  const earlier = await ofA.get(`${at(next.id)}earlier/`)
  expect(earlier.body.results.map((one: { id: number }) => one.id)).toEqual([mine.id])
  for (const path of [`${at(next.id)}`, `${at(next.id)}earlier/`, '/api/v4/import-recipes/'])
    expect(await found(await ofA.get(path))).toEqual([])
  expect(next.recipe.used).toMatchObject({ title: 'meine' })

  const { results } = (await house.get('/api/v4/import-recipes/')).body
  expect(results.map((one: { title: string }) => one.title)).toEqual(['geheim-wvx', 'meine'])
  for (const route of [importRecipes.change, importRecipes.delete])
    for (const { slug } of results) {
      const body = { title: 'Neu', version: 1 }
      const answer = await ofB.call(route.method, route.path.replace(':slug', slug), { body })
      expect(answer.status).toBe(404)
    }
  // A company may have its own recipe under a name that staff use too.
  const { slug } = results.at(1)
  const renamed = await ofA.patch(`/api/v4/import-recipes/${slug}/`, { title: 'Geheim-WVX', version: 1 })
  expect([renamed.status, renamed.body.title]).toEqual([200, 'Geheim-WVX'])
})

test("a company's file cannot reduce other people's gifts", async () => {
  const header = 'Verein;PLZ;Projekt;Betrag in Euro;Jahr'
  const gift = [header, 'Chor;;Noten;1.000,00;2016']
  const back = [header, 'Chor;;Noten;-300;2018']
  const amount = async () =>
    (
      await imports.app.db
        .selectFrom('fundings')
        .select('amount_cents')
        .where('undone_on', 'is', null)
        .execute()
    ).map(({ amount_cents }) => amount_cents)
  await booked(ofB, gift)
  imports.staff = ofA
  const { body } = await imports.upload(back.join('\n'), 'zurueck.csv')
  await ofA.patch(at(body.id), { currency: 'EUR', reversals: true, confirmed: body.to_confirm })
  const checked = await imports.act(body.id, 'check')
  expect(checked).toMatchObject({ can_run: false, counts: { refused: 1 } })
  const own = await booked(ofB, back, 'zurueck.csv', { reversals: true })
  expect([own.state, await amount()]).toEqual(['done', [70_000]])
})

test('reasons against an undo name no imports of others and no hidden tasks', async () => {
  const first = await booked(ofA, refused, 'meine.csv', { partial: true })
  await booked(ofB, [importHeader, 'Chor Xylophar;10967;Anderes;5;2015;'], 'geheim-wvx.csv')
  const { id } = await imports.app.db
    .selectFrom('projects')
    .select('id')
    .where('title', '=', 'Noten Wzq')
    .executeTakeFirstOrThrow()
  await createTask(imports.app.db, { title: 'Rückruf Zqy', project_id: id })
  const preview = await ofA.get(`${at(first.id)}undo/`)
  const kinds = Object.fromEntries(
    preview.body.depends.map(({ kind, count, items }: { kind: string; count: number; items: object[] }) => [
      kind,
      [count, items.length],
    ]),
  )
  expect(kinds).toMatchObject({ imports: [1, 0], tasks: [1, 1] })
  expect(JSON.stringify(preview.body)).not.toContain('geheim-wvx')
  expect(JSON.stringify(preview.body)).toContain('Rückruf Zqy')
  const blind = await imports.app.as(rights.filter((one) => one !== 'view_reminders'))
  expect(JSON.stringify((await blind.get(`${at(first.id)}undo/`)).body)).not.toContain('Rückruf Zqy')
  const asked = await blind.post(`${at(first.id)}undo/`, { ...bodies.undo, confirm_filename: 'meine.csv' })
  expect([asked.status, asked.body.code]).toEqual([409, 'import_depends'])
  expect(JSON.stringify(asked.body)).not.toContain('Rückruf Zqy')
})

test("only that company and staff decide on a company's proposed import", async () => {
  await imports.app.db
    .updateTable('approval_rules')
    .set({ enabled: true, from_cents: 0 })
    .where('act', '=', 'import_gifts')
    .execute()
  const header = importHeader.replace('Jahr', 'Datum')
  imports.staff = ofB
  const id = (await imports.upload([header, 'Chor;10967;Noten;5.000,00;02.11.2026;'].join('\n'))).body
    .id as number
  await ofB.patch(at(id), { currency: 'EUR' })
  const checked = await imports.act(id, 'check')
  const { gifts, cents, taken_cents } = checked.confirm
  const proposed = await ofB.post(`${at(id)}run/`, { expected: { gifts, cents, taken_cents } })
  expect(proposed.status).toBe(202)
  const approval = `/api/v4/approvals/${proposed.body.approval.id}/`
  expect((await ofA.post(`${approval}approve/`, {})).status).toBe(404)
  const colleague = await imports.app.db
    .selectFrom('users')
    .select('company_id')
    .where('id', '=', ofB.userId)
    .executeTakeFirstOrThrow()
  const second = await imports.app.as(rights, {
    user_type: 'company',
    company_id: colleague.company_id!,
  })
  expect((await second.get(approval)).body.may_decide).toBe(true)
  expect((await house.get(approval)).body.may_decide).toBe(true)
  expect((await house.post(`${approval}approve/`, {})).status).toBe(200)
})
