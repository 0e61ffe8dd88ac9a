import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { openSession } from '#server/auth/session.ts'
import { dayOf } from '#shared/dates.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { receipts } from '#features/ledger/server/checks/receipts.ts'
import { suspense } from '#features/ledger/server/checks/suspense.ts'
import { postPledge } from '#features/ledger/server/private-gifts.ts'
import {
  type Answer,
  type Caller,
  callerOf,
  freePort,
  isToComeBack,
  startServer,
  stopServer,
} from '../scripts/faults/server.ts'
import { fillReceiptsWorld } from '../scripts/receipts-world.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { createProject, createUser } from './factories.ts'
import { makeCompany } from './money.ts'
import { createPayout } from './payouts.ts'
import { bookStatement } from './statements.ts'

// Three real server processes on one PostgreSQL, each with its own connections and worker, and fifty people who each
// call one of them at the same moment.

let database: TestDatabase
let dataDir: string
let servers: { process: ChildProcess; base: string }[] = []
let staff: Caller[]

beforeAll(async () => {
  database = await testDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'almoner-three-'))
  servers = await Promise.all(
    [1, 2, 3].map(async (n) => {
      const port = await freePort()
      const env = { PORT: String(port), DATA_DIR: join(dataDir, String(n)), ADMIN_PASSWORD: 'not used here' }
      const DATABASE_URL = database.connection.connectionString!
      return { process: await startServer({ ...env, DATABASE_URL }), base: `http://127.0.0.1:${port}` }
    }),
  )
})
afterAll(async () => {
  await Promise.all(servers.map((server) => stopServer(server.process)))
  if (!database) return
  await database.close()
  rmSync(dataDir, { recursive: true })
})
beforeEach(async () => {
  if (!database) return
  const now = new Date()
  staff = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      const { id } = await createUser(database.db, {
        rights: ['fund_projects', 'change_bank_statements', 'create_documents', 'change_private_donations'],
        now,
      })
      return callerOf(servers[at % servers.length]!.base, await openSession(database.db, id, now))
    }),
  )
})

const fund = (caller: Caller, project: { slug: string }, company: { slug: string }, key = randomUUID()) =>
  caller.call(
    'POST',
    '/api/v4/projects/fund-internally/',
    { project_slug: project.slug, company_slug: company.slug, amount_cents: 10_000 },
    { key },
  )

function counted(answers: Answer[]) {
  const codes = answers.map(({ status, body }) =>
    [status, (body as { code?: string }).code].filter((part) => part !== undefined).join(' '),
  )
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]))
}

async function fundedCents(company: { id: number }): Promise<number> {
  const gifts = await database.db
    .selectFrom('fundings')
    .select('amount_cents')
    .where('company_id', '=', company.id)
    .execute()
  return gifts.reduce((sum, gift) => sum + gift.amount_cents, 0)
}

test('fifty fundings of one project over three processes spend its remaining need to the cent and no more', async () => {
  const company = await makeCompany(database.db, { slug: 'a', title: 'A', granted_cents: 10_000_000 })
  const project = await createProject(database.db, { needs: [100_000] })
  const answers = await Promise.all(staff.map((caller) => fund(caller, project, company)))
  expect(counted(answers)).toEqual({ '201': 10, '409 not_fundable': 40 })
  const row = await database.db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  expect([row.funded_cents, row.settled_cents, await fundedCents(company)]).toEqual([
    100_000, 100_000, 100_000,
  ])
  expect(await findLedgerDifferences(database.db)).toEqual([])
})

test('fifty fundings over three processes draw on the rest of one budget without overdrawing it', async () => {
  const company = await makeCompany(database.db, { slug: 'b', title: 'B', granted_cents: 105_000 })
  const projects = await Promise.all(staff.map(() => createProject(database.db, { needs: [200_000] })))
  const answers = await Promise.all(staff.map((caller, at) => fund(caller, projects[at]!, company)))
  expect(counted(answers)).toEqual({ '201': 10, '409 budget_exceeded': 40 })
  const left = await database.db
    .selectFrom('ledger_accounts')
    .select('balance_cents')
    .where('kind', '=', 'budget_available')
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow()
  expect([left.balance_cents, await fundedCents(company)]).toEqual([5_000, 100_000])
  expect(await findLedgerDifferences(database.db)).toEqual([])
})

test('a call sent to three processes at once under one key is done once and has one answer', async () => {
  const company = await makeCompany(database.db, { slug: 'c', title: 'C', granted_cents: 10_000_000 })
  const project = await createProject(database.db, { needs: [1_000_000] })
  const { id } = await createUser(database.db, { rights: ['fund_projects'], now: new Date() })
  const token = await openSession(database.db, id, new Date())
  const everywhere = servers.map(({ base }) => callerOf(base, token))
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => fund(everywhere[at % 3]!, project, company, key)),
  )
  const done = answers.filter(({ status }) => status === 201)
  expect(done.length).toBeGreaterThan(0)
  for (const answer of answers) {
    if (answer.status === 201) expect(answer.body).toEqual(done[0]!.body)
    else expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_running' } })
  }
  for (const caller of everywhere)
    expect((await fund(caller, project, company, key)).body).toEqual(done[0]!.body)
  expect(await fundedCents(company)).toBe(10_000)
})

const match = (caller: Caller, line: number, part: object) =>
  caller.call('POST', `/api/v4/bank-transactions/${line}/match/`, { parts: [part] }, { key: randomUUID() })
const inside = <T>(work: (tx: Db) => Promise<T>) => database.db.transaction().execute(work)
const context = () => ({ actor: { id: null, name: 'Test' }, now: new Date() })
/** One line per amount, on a separate day. */
const linesOn = (day: string, cents: number[]) => inside((tx) => bookStatement(tx, context(), { day, cents }))
async function suspenseHolds(): Promise<void> {
  expect((await inside((tx) => runCheck(tx, suspense))).rows).toEqual([])
  expect(await findLedgerDifferences(database.db)).toEqual([])
}

test('one of fifty matches of one line over three processes wins, and the others get line_done', async () => {
  const project = await createProject(database.db, { needs: [1_000_000] })
  const [line] = await linesOn('2026-03-02', [4_800])
  const part = { target_type: 'project', target_slug: project.slug, amount_cents: 4_800 }
  const answers = await Promise.all(staff.map((caller) => match(caller, line!, part)))
  expect(counted(answers)).toEqual({ '200': 1, '409 line_done': 49 })
  const gifts = await database.db
    .selectFrom('fundings')
    .select('amount_cents')
    .where('project_id', '=', project.id)
    .execute()
  expect(gifts).toEqual([{ amount_cents: 4_800 }])
  await suspenseHolds()
})

test('one of fifty lines wins a pledge, then one a payout, and the others are refused', async () => {
  const project = await createProject(database.db, { needs: [1_000_000] })
  const pledge = await inside(async (tx) =>
    postPledge(tx, context(), {
      project,
      amount_cents: 2_500,
      day: '2026-03-01',
      channel: 'bank_transfer',
      donor_id: null,
      note: '',
      source: 'by_hand',
    }),
  )
  const credits = await linesOn(
    '2026-03-03',
    staff.map(() => 2_500),
  )
  const confirmed = await Promise.all(
    staff.map((caller, at) =>
      match(caller, credits[at]!, {
        target_type: 'private_donation',
        target_slug: pledge.slug,
        amount_cents: 2_500,
      }),
    ),
  )
  expect(counted(confirmed)).toEqual({ '200': 1, '409 gift_not_pledged': 49 })

  const payout = await createPayout(database.db, { amount_cents: 7_700, settled_on: '2026-03-03' })
  const debits = await linesOn(
    '2026-03-04',
    staff.map(() => -7_700),
  )
  const paid = await Promise.all(
    staff.map((caller, at) =>
      match(caller, debits[at]!, { target_type: 'payout', target_slug: payout.slug, amount_cents: 7_700 }),
    ),
  )
  expect(counted(paid)).toEqual({ '200': 1, '409 payout_on_statement': 49 })
  await suspenseHolds()
})

test('fifty receipts of one organization over three processes get numbers 1 to 50, including retries', async () => {
  const now = new Date()
  const gifts = await fillReceiptsWorld(database.db, { gifts: 50, issuers: 1, now, today: dayOf(now) })
  // A caller told "busy" or "still running" retries with the key: an issued receipt is returned, not issued again.
  const issue = async (caller: Caller, at: number, key: string): Promise<Answer> => {
    const answer = await caller.call(
      'POST',
      '/api/v4/documents/generate/',
      { template_slug: 'standard-donation-receipt', mode: 'final', targets: [gifts[at]!.slug] },
      { key },
    )
    if (!isToComeBack(answer)) return answer
    await sleep(100)
    return issue(caller, at, key)
  }
  const keys = staff.map(() => randomUUID())
  const answers = await Promise.all(staff.map((caller, at) => issue(caller, at, keys[at]!)))
  expect(counted(answers)).toEqual({ '200': 50 })
  const numberOf = ({ body }: Answer) => (body as { document: { number: string } }).document.number
  const year = dayOf(now).slice(0, 4)
  expect(answers.map(numberOf).toSorted()).toEqual(
    Array.from({ length: 50 }, (_, at) => `${year}-${String(at + 1).padStart(4, '0')}`),
  )
  expect(numberOf(await issue(staff[7]!, 7, keys[7]!))).toBe(numberOf(answers[7]!))
  // The same gifts again, from other processes: each is already certified, and no number is used.
  const again = await Promise.all(staff.map((caller, at) => issue(caller, (at + 1) % 50, randomUUID())))
  expect(counted(again)).toEqual({ '409 receipt_refused': 50 })
  const found = await database.db.transaction().execute((tx) => runCheck(tx, receipts))
  expect(found).toMatchObject({ checked: 50, broken: 0 })
})
