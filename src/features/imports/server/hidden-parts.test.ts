import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importApp } from '#test/import-app.ts'

const imports = importApp()
const workbook = join(import.meta.dirname, '../../../../test/tables/tab-07-hidden-rows.xlsx')

test('refuses hidden rows, names the option that includes them, and accepts them with it', async () => {
  const { body } = await imports.upload(await readFile(workbook), 'hidden.xlsx')
  expect(body).toMatchObject({ hidden: { rows: true, columns: [] }, options: { hidden_rows: false } })
  const refused = await imports.act(body.id, 'check')
  expect(refused.counts).toMatchObject({ refused: 1, refused_by: [{ code: 'hidden_row' }] })
  expect(refused.counts.refused_by[0].text).toContain('Include hidden rows')
  const { body: taken } = await imports.staff.patch(`/api/v4/imports/${body.id}/`, { hidden_rows: true })
  expect(taken).toMatchObject({ state: 'uploaded', options: { hidden_rows: true } })
  expect((await imports.act(body.id, 'check')).counts).toMatchObject({ refused: 0, gifts: { new: 3 } })
})
