import { beforeAll, describe, expect, test } from 'vitest'
import { type CellValue, readXlsx } from 'hucre'
import { contracts } from '#app/contracts.ts'
import { lineList } from '#features/bank-statements/table.ts'
import { seedDemo } from '#features/demo/server/seed.ts'
import { documentLogList } from '#features/documents/log-table.ts'
import { documentList } from '#features/documents/table.ts'
import { emailList } from '#features/emails/table.ts'
import { exportMedia } from '#features/exports/query.ts'
import { claimList } from '#features/funding/table.ts'
import { giftList } from '#features/gifts/table.ts'
import { sheetList } from '#features/logs/accounts/table.ts'
import { defundList, internalFundingList } from '#features/logs/funding-logs/table.ts'
import { journalList } from '#features/logs/journal/table.ts'
import { searchLogList } from '#features/logs/searches/table.ts'
import { organizationList } from '#features/organizations/table.ts'
import { payoutList } from '#features/payouts/table.ts'
import { permissionList } from '#features/permissions/table.ts'
import { donationList } from '#features/private-donations/table.ts'
import { projectList } from '#features/projects/table.ts'
import { userList } from '#features/users/table.ts'
import { type ColumnKind, layoutColumns, type ListRecord } from '#shared/lists/list-record.ts'
import type { Route } from '#shared/route.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { textOf } from '#server/base/texts.ts'
import { type Client, useApp } from './app.ts'
import { givenDocument } from './documents.ts'

/** Every exported list, by the address of its export. */
const lists: Record<string, ListRecord> = {
  '/api/v4/projects/export/': projectList,
  '/api/v4/organizations/export/': organizationList,
  '/api/v4/users/export/': userList,
  '/api/v4/emails/export/': emailList,
  '/api/v4/permissions/export/': permissionList,
  '/api/v4/payouts/export/': payoutList,
  '/api/v4/recovery-claims/export/': claimList,
  '/api/v4/gifts/export/': giftList,
  '/api/v4/private-donations/export/': donationList,
  '/api/v4/logs/journal/export/': journalList,
  '/api/v4/logs/searches/export/': searchLogList,
  '/api/v4/logs/internal-fundings/export/': internalFundingList,
  '/api/v4/logs/defunds/export/': defundList,
  '/api/v4/logs/accounts/:id/export/': sheetList,
  '/api/v4/bank-statements/:id/transactions/export/': lineList,
  '/api/v4/documents/export/': documentList,
  '/api/v4/document-logs/export/': documentLogList,
}
const exported = Object.values(contracts)
  .flatMap((contract) => Object.values(contract as Record<string, Route>))
  .filter(({ path, media }) => path.endsWith('/export/') && exportMedia.every((one) => media?.includes(one)))

/** Lists without a row in the demo data. */
const nothingToSee = ['/api/v4/logs/defunds/export/']

const app = useApp({ resets: false })
let staff: Client
let ids: Record<string, number>
beforeAll(async () => {
  await seedDemo(app.db, app.clock.now, 'Europe/Berlin')
  staff = await app.as('superuser')
  await staff.get('/api/v4/projects/?search=haus')
  await queueMail(app.db, {
    template: 'task_due',
    to: { email: 'a@example.org', language: 'sie_DE' },
    object: { type: 'reminder', id: 1 },
    data: { title: 'Call' },
    now: app.clock.now,
  })
  const { id: target_id } = await app.db.selectFrom('organizations').select('id').executeTakeFirstOrThrow()
  await givenDocument(staff, {
    type: 'exemption_notice',
    target_type: 'organization',
    target_id,
    issued_on: '2026-01-02',
  })
  await app.runJobs()
  const of = async (table: 'ledger_accounts' | 'bank_statements') =>
    (await app.db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id
  const busiest = await app.db
    .selectFrom('ledger_rows')
    .select('debit_account_id as id')
    .groupBy('debit_account_id')
    .orderBy((row) => row.fn.countAll(), 'desc')
    .executeTakeFirstOrThrow()
  ids = { accounts: busiest.id, 'bank-statements': await of('bank_statements') }
})

test('every exportable list is checked', () => {
  expect(Object.keys(lists).toSorted()).toEqual(exported.map(({ path }) => path as string).toSorted())
})

const fits: Record<ColumnKind, (cell: CellValue) => boolean> = {
  text: (cell) => typeof cell === 'string',
  number: (cell) => typeof cell === 'number' && Number.isInteger(cell),
  EUR: (cell) => typeof cell === 'number' && Math.abs(cell * 100 - Math.round(cell * 100)) < 1e-6,
  day: (cell) => cell instanceof Date && cell.getTime() % 86_400_000 === 0,
  instant: (cell) => cell instanceof Date,
}

/** The column kinds of a list by their export headings; including figures that an export shows beside a column. */
function kindsOf({ columns }: ListRecord): [string, ColumnKind][] {
  return Object.values(columns).flatMap(({ heading, kind, sheet }) => [
    [textOf('en_US', sheet?.heading ?? heading), kind] as [string, ColumnKind],
    ...Object.values(sheet?.beside ?? {}).map((one): [string, ColumnKind] => [
      textOf('en_US', one.heading),
      one.kind,
    ]),
  ])
}

describe.each(Object.entries(lists))('%s', (path, list) => {
  test('exports amounts, days, times and numbers with their types, in XLSX and CSV', async () => {
    // Optional columns are requested as well.
    const chosen = `${withIds(path)}?columns=${layoutColumns(list).join(',')}`
    const answer = await staff.get(chosen)
    expect(answer.status).toBe(200)
    const [header, ...rows] = (await readXlsx(answer.bytes)).sheets[0]!.rows
    if (!nothingToSee.includes(path)) expect(rows.length).toBeGreaterThan(0)
    for (const [heading, kind] of kindsOf(list)) {
      const at = header!.indexOf(heading)
      expect([path, heading, at >= 0]).toEqual([path, heading, true])
      const wrong = rows.map((row) => row[at]).filter((cell) => cell != null && !fits[kind](cell))
      expect([heading, kind, wrong.slice(0, 3)]).toEqual([heading, kind, []])
    }
    const csv = await staff.get(`${chosen}&format=csv`)
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(Buffer.from(csv.bytes).toString().split('\r\n')[0]).toBe(`\ufeff${header!.map(String).join(';')}`)
  })
})

/** The address of an export of an existing record. */
function withIds(path: string): string {
  return path.replace(/([\w-]+)\/:id/, (_, name: string) => `${name}/${ids[name]}`)
}
