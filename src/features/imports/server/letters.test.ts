import { expect, test } from 'vitest'
import { goodImport, importApp } from '#test/import-app.ts'

const imports = importApp()
const at = (id: number) => `/api/v4/imports/${id}/`

/** DOS ß, which is á in Windows. */
const unclear = Buffer.from(goodImport.join('\n').replaceAll('ü', 'u').replace('Tore', 'Stra\xe1e'), 'latin1')

test('does not import a file with ambiguous umlauts before someone chooses a reading', async () => {
  const { body } = await imports.upload(unclear)
  expect(body.letters_question).toEqual({ examples: [{ cp850: 'Straße', 'windows-1252': 'Straáe' }] })
  expect((await imports.act(body.id, 'check')).can_run).toBe(false)
  const run = await imports.staff.post(`${at(body.id)}run/`)
  expect([run.status, run.body.code]).toEqual([409, 'import_letters_open'])
  const said = await imports.staff.patch(at(body.id), { encoding: 'cp850' })
  expect(said.body.letters_question).toBeNull()
  await imports.act(body.id, 'run')
  expect((await imports.everything()).projects.map(({ title }) => title)).toContain('Straße')
})

test('reads an unambiguous DOS file without asking', async () => {
  const bytes = Buffer.from(goodImport.join('\n').replaceAll('ü', '\x81').replace('Süd', 'S\x81d'), 'latin1')
  const { body } = await imports.upload(bytes)
  expect(body).toMatchObject({ letters_question: null, guessed: { encoding: 'cp850' } })
  await imports.act(body.id, 'run')
  expect((await imports.everything()).organizations.map(({ title }) => title)).toContain('Chor Süd e. V.')
})
