import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'
import { camt, houseIban } from '#test/statements.ts'

// Uploads whose answer gets lost after the server has done its work: Try again finds the result and does nothing twice.

let app: TestApp
let staff: Client
eachOnNewPage(
  async (given) => {
    app = given
    staff = await app.as('superuser')
    await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
  },
  { sharesClock: true },
)

// jsdom's own classes cannot be sent over the network.
const { FormData: Form, File: Given } = globalThis

/** Opens a page on which the first answer to an upload is lost; `keys` collects the idempotency key of each try. */
async function losing(address: string, route: string) {
  const page = await openPage(app, staff, address)
  Object.assign(globalThis, { FormData: Form, File: Given })
  const send = globalThis.fetch
  const keys: (string | undefined)[] = []
  globalThis.fetch = async (url, init = {}) => {
    const answer = await send(url, init)
    if (init.method !== 'POST' || url !== route) return answer
    keys.push((init.headers as Record<string, string>)['Idempotency-Key'])
    if (keys.length === 1) throw new TypeError('the connection was lost')
    return answer
  }
  const drop = async (field: string, content: string, name: string) => {
    const area = (await page.found('input[type=file]:enabled', field)).closest('.drop')!
    fireEvent.drop(area, { dataTransfer: { files: [new Given([content], name)] } })
  }
  return { page, keys, drop }
}

test('a bank statement whose response is lost is imported once on retry', async () => {
  const { page, keys, drop } = await losing('/site-admin/bank-statements/', '/api/v4/bank-statements/')
  await drop('Import statements', camt([{ lines: [{ cents: 100, name: 'Eva' }] }]), 'november.xml')
  await page.press('Try again')
  await page.found('.callout', /november\.xml/)
  expect([keys.length, keys[0] !== undefined && keys[0] === keys[1]]).toEqual([2, true])
  for (const table of ['bank_statement_files', 'bank_statements', 'bank_lines'] as const)
    expect([table, await app.db.selectFrom(table).select('id').execute()]).toEqual([
      table,
      [expect.anything()],
    ])
})

test('an import file whose response is lost is stored once on retry, and its page opens', async () => {
  const { page, keys, drop } = await losing('/site-admin/import/', '/api/v4/imports/')
  await drop('File', 'Verein;Projekt;Betrag in EUR;Jahr\r\nChor;Noten;5,00;2024\r\n', 'gifts.csv')
  await page.press('Try again')
  await page.found('h1', 'gifts.csv')
  expect([keys.length, keys[0] !== undefined && keys[0] === keys[1]]).toEqual([2, true])
  const imports = await app.db.selectFrom('imports').select('id').execute()
  expect(imports).toHaveLength(1)
  await waitFor(() => expect(page.address()).toBe(`/site-admin/import/${imports[0]!.id}/`))
})
