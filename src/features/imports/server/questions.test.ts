import { describe, expect, test } from 'vitest'
import { importApp } from '#test/import-app.ts'

const imports = importApp()
const at = (id: number) => `/api/v4/imports/${id}/`
const uploaded = async (lines: string[]) => (await imports.upload(lines.join('\n'))).body

describe('every guess has a reason and a certainty', () => {
  test("by exact name, by a word in it, and by a person's choice", async () => {
    const body = await uploaded(['Verein;Projekt;Bewilligter Gesamtbetrag in Euro;Ort;Neues', 'A;B;5;C;D'])
    const guesses = (columns: { guess: unknown }[]) => columns.map(({ guess }) => guess)
    expect(guesses(body.columns)).toEqual([
      { reason: 'name', sureness: 'sure' },
      { reason: 'name', sureness: 'sure' },
      { reason: 'part', sureness: 'likely' },
      { reason: 'name', sureness: 'sure' },
      null,
    ])
    const columns = ['organization_title', 'project_title', 'amount', null, 'topic']
    expect(guesses((await imports.staff.patch(at(body.id), { columns })).body.columns)).toEqual([
      { reason: 'name', sureness: 'sure' },
      { reason: 'name', sureness: 'sure' },
      { reason: 'part', sureness: 'likely' },
      null,
      { reason: 'person', sureness: 'sure' },
    ])
  })
})

describe('likely mistakes', () => {
  const list = ['Verein;Ort', 'A;Berlin', 'B;Linz']

  test('a file without an amount column books nothing before somebody confirms it', async () => {
    const { id, to_confirm, can_run } = await uploaded(list)
    expect([to_confirm, can_run]).toEqual([['without_gifts'], false])
    expect(await imports.act(id, 'check')).toMatchObject({ state: 'checked', can_run: false })
    const refused = await imports.staff.post(`${at(id)}run/`)
    expect([refused.status, refused.body.code]).toEqual([409, 'import_unconfirmed'])
    // The check is still valid.
    const meant = (await imports.staff.patch(at(id), { confirmed: ['without_gifts'] })).body
    expect(meant).toMatchObject({ state: 'checked', can_run: true, to_confirm: [] })
    expect(await imports.act(id, 'run')).toMatchObject({
      state: 'done',
      counts: { organizations: { new: 2 } },
    })
  })

  const gifts = (organization: (n: number) => string) => [
    'Empfänger;Projekt;Betrag in Euro;Jahr',
    ...Array.from({ length: 60 }, (_, n) => `${organization(n)};Projekt ${n};${n + 1};2016`),
  ]

  test('an unusually large number of organizations must be confirmed, also in an unchecked run', async () => {
    const { id, to_confirm } = await uploaded(gifts((n) => `Name ${n}`))
    expect(to_confirm).toEqual([])
    const failed = await imports.act(id, 'run')
    expect(failed).toMatchObject({
      state: 'failed',
      failure: { code: 'unconfirmed' },
      to_confirm: ['many_organizations'],
    })
    expect((await imports.everything()).organizations).toEqual([])
    expect((await imports.staff.post(`${at(id)}run/`)).body.code).toBe('import_unconfirmed')
    await imports.staff.patch(at(id), { confirmed: ['many_organizations'] })
    expect(await imports.act(id, 'run')).toMatchObject({ state: 'done' })
  })

  test('a usual number of organizations, or a column that a person chose, needs no confirmation', async () => {
    const usual = await uploaded(gifts((n) => `Name ${n % 50}`))
    expect(await imports.act(usual.id, 'run')).toMatchObject({ state: 'done', to_confirm: [] })
    const chosen = await uploaded(gifts((n) => `Neu ${n}`))
    await imports.staff.patch(at(chosen.id), { columns: [null, 'organization_title', 'amount', 'year'] })
    const columns = ['organization_title', 'project_title', 'amount', 'year']
    await imports.staff.patch(at(chosen.id), { columns, recipe: null, keep_as: null })
    expect(await imports.act(chosen.id, 'check')).toMatchObject({ to_confirm: ['many_organizations'] })
    const own = ['organization_title', 'topic', 'amount', 'year']
    await imports.staff.patch(at(chosen.id), { columns: own, project_per_year: true })
    await imports.staff.patch(at(chosen.id), {
      columns: ['project_title', 'organization_title', 'amount', 'year'],
    })
    expect(await imports.act(chosen.id, 'check')).toMatchObject({ state: 'checked', to_confirm: [] })
  })
})
