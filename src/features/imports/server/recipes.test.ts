import { describe, expect, test } from 'vitest'
import { importApp } from '#test/import-app.ts'

const imports = importApp()
const at = (id: number) => `/api/v4/imports/${id}/`
const recipes = async () => (await imports.staff.get('/api/v4/import-recipes/')).body.results

const lines = [
  'Träger;Was;BeitragCHF;Stand',
  'Chor e.V.;Noten;100;31.05.2016',
  'Musterzeile;Noten;5;31.05.2016',
]
const steps = {
  columns: ['organization_title', null, 'amount', 'date'],
  values: { project_title: { parts: [{ column: 1 }, { constant: '(Kultur)' }], join: ' ' } },
  skip: [{ column: 0, test: 'is', text: 'Musterzeile' }],
  repairs: [
    { kind: 'replace', column: 0, find: 'e.V.', text: 'e. V.' },
    { kind: 'cell', line: 2, column: 1, text: 'Noten und mehr' },
  ],
  rates: { 'CHF 2016': '0.91', 'CHF 2016-05-31': '0.9052' },
}

/** Imports and books a first file of a source with all its steps. */
async function booked(options: Record<string, unknown> = steps, name = 'Kulturfonds.csv') {
  const id = (await imports.upload(lines.join('\n'), name)).body.id as number
  expect((await imports.staff.patch(at(id), options)).status).toBe(200)
  expect(await imports.act(id, 'run')).toMatchObject({ state: 'done' })
  return id
}

describe('mapping and repairs', () => {
  test('are saved when booked, and apply to the next file in any column order', async () => {
    await booked()
    expect((await imports.everything()).gifts).toMatchObject([{ amount_cents: 9_052 }])
    expect(await recipes()).toMatchObject([
      {
        title: 'Kulturfonds',
        columns: ['Träger', 'Was', 'BeitragCHF', 'Stand'],
        currencies: ['CHF'],
        used_at: imports.app.clock.now.toISOString(),
      },
    ])

    const next = [
      'Bericht des Kulturfonds;;;',
      'stand;BEITRAGCHF;Träger;Was',
      '01.06.2016;50;Sport e.V.;Tore',
      '31.05.2016;10;Chor e.V.;Noten',
      '31.05.2016;5;Musterzeile;Noten',
    ]
    const { body } = await imports.upload(next.join('\n'), 'Kulturfonds neu.csv')
    expect(body.recipe).toMatchObject({ used: { title: 'Kulturfonds' }, can_keep: true })
    expect(body).toMatchObject({ before: 1, currency_question: null, column_question: null })
    expect(body.options.rates).toEqual(steps.rates)
    expect(body.columns.map((column: { field: string }) => column.field)).toEqual([
      'date',
      'amount',
      'organization_title',
      null,
    ])
    // An edited cell belongs to its file.
    expect(body.repairs).toEqual([{ kind: 'replace', column: 2, find: 'e.V.', text: 'e. V.' }])
    const done = await imports.act(body.id, 'run')
    expect(done).toMatchObject({ state: 'done', counts: { rows: 2, left_out: { skipped: 1, blank: 0 } } })
    const { gifts, projects, organizations } = await imports.everything()
    expect(gifts.slice(1)).toMatchObject([
      { amount_cents: 4_550, note: 'CHF 50.00 × 0.91' },
      { amount_cents: 905, note: 'CHF 10.00 × 0.9052' },
    ])
    expect(projects.map(({ title }) => title)).toContain('Tore (Kultur)')
    expect(organizations.map(({ title }) => title)).toEqual(['Chor e. V.', 'Sport e. V.'])
    expect(await recipes()).toHaveLength(1)
  })

  test('are shown on the import, can be reset, and applied again', async () => {
    await booked()
    const { body } = await imports.upload(lines.join('\n'), 'again.csv')
    const over = (await imports.staff.patch(at(body.id), { recipe: null })).body
    expect(over).toMatchObject({
      values: {},
      skip: [],
      repairs: [],
      recipe: { used: null, known: [{ title: 'Kulturfonds' }] },
    })
    expect(over.options.rates).toEqual({})
    const { slug } = over.recipe.known[0]
    const again = (await imports.staff.patch(at(body.id), { recipe: slug })).body
    expect(again).toMatchObject({ values: steps.values, skip: steps.skip, recipe: { used: { slug } } })
    const other = (await imports.upload('Verein;Betrag\nA;5 €', 'other.csv')).body
    expect(other.recipe).toEqual({ used: null, known: [], can_keep: true })
    expect((await imports.staff.patch(at(other.id), { recipe: slug })).body).toEqual({
      recipe: ['The file does not have the columns of this recipe'],
    })
    expect((await imports.staff.patch(at(other.id), { recipe: 'none' })).status).toBe(400)
  })

  test('are saved under the given name or not at all, without checking the file again', async () => {
    const id = (await imports.upload(lines.join('\n'), 'export.csv')).body.id as number
    await imports.staff.patch(at(id), steps)
    await imports.act(id, 'check')
    const named = (await imports.staff.patch(at(id), { keep_as: 'Kulturfonds Bodensee' })).body
    expect(named).toMatchObject({ state: 'checked', options: { keep_as: 'Kulturfonds Bodensee' } })
    await imports.act(id, 'run')
    expect(await recipes()).toMatchObject([{ title: 'Kulturfonds Bodensee', slug: 'kulturfonds-bodensee' }])
    await booked({ ...steps, recipe: null, keep_as: null })
    expect(await recipes()).toHaveLength(1)
    // A file of the same name from another source gets its own recipe.
    const other = (
      await imports.upload('Verein;Projekt;Betrag in Euro;Jahr\nA;B;5;2016', 'Kulturfonds Bodensee.csv')
    ).body
    await imports.act(other.id, 'run')
    expect((await recipes()).map(({ title }: { title: string }) => title)).toEqual([
      'Kulturfonds Bodensee',
      'Kulturfonds Bodensee (2)',
    ])
  })

  test('are not saved for a file without column names, nor for an import that books nothing', async () => {
    const { body } = await imports.upload('Alpha;Beta;9,99 €;1.2.2016', 'bare.csv')
    expect(body).toMatchObject({ header: false, recipe: { can_keep: false }, options: { keep_as: null } })
    const id = (await imports.upload(lines.join('\n'))).body.id as number
    expect(await imports.act(id, 'check')).toMatchObject({ state: 'checked' })
    expect(await recipes()).toEqual([])
  })

  test('are updated when the next import changes them, with an audit event', async () => {
    await booked()
    const { body } = await imports.upload([...lines, 'Neu;X;7;1.2.2017'].join('\n'), 'again.csv')
    await imports.staff.patch(at(body.id), { rates: { ...steps.rates, 'CHF 2017': '0.9' } })
    expect(await imports.act(body.id, 'run')).toMatchObject({ state: 'done' })
    expect((await imports.upload(lines.join('\n'))).body.options.rates).toHaveProperty('CHF 2017')
    const events = await imports.app.db
      .selectFrom('audit_events')
      .select(['action', 'object_title', 'actor_name'])
      .where('object_type', '=', 'import_recipe')
      .orderBy('id')
      .execute()
    expect(events.map(({ action, object_title }) => [action, object_title])).toEqual([
      ['create', 'Kulturfonds'],
      ['change', 'Kulturfonds'],
    ])
  })
})

describe('the list of recipes', () => {
  test('recipes can be renamed with version and unique name, and removed, only by people who may import', async () => {
    await booked()
    await booked({ ...steps, keep_as: 'Other' })
    const [first, other] = await recipes()
    const path = `/api/v4/import-recipes/${first.slug}/`
    expect((await imports.staff.patch(path, { title: 'OTHER', version: first.version })).body).toEqual({
      title: ['Another recipe has this name'],
    })
    const renamed = await imports.staff.patch(path, { title: 'Senate', version: first.version })
    expect(renamed.body).toMatchObject({ slug: first.slug, title: 'Senate', version: first.version + 1 })
    expect((await imports.staff.patch(path, { title: 'Late', version: first.version })).status).toBe(409)
    expect((await imports.staff.delete(`/api/v4/import-recipes/${other.slug}/`)).status).toBe(204)
    expect((await recipes()).map(({ title }: { title: string }) => title)).toEqual(['Senate'])
    const half = await imports.app.as(['create_projects'])
    expect((await half.get('/api/v4/import-recipes/')).status).toBe(403)
    expect((await half.patch(path, { title: 'X', version: 1 })).status).toBe(403)
    expect((await half.delete(path)).status).toBe(403)
  })
})
