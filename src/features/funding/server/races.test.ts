import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { type Answer, type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { makeCompany } from '#test/money.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'

// Fifty concurrent calls, each on its own connection.

const app = useApp({ poolSize: 60 })
let staff: Client[]
beforeEach(async () => {
  staff = await Promise.all(Array.from({ length: 50 }, () => app.as(['fund_projects'])))
})

const fund = (client: Client, project: { slug: string }, amount_cents: number, key: string) =>
  client.post(
    '/api/v4/projects/fund-internally/',
    { project_slug: project.slug, company_slug: 'bank', amount_cents },
    { headers: { 'idempotency-key': key } },
  )
const counted = (answers: Answer[]) => {
  const codes = answers.map(({ status, body }) => (body.code ? `${status} ${body.code}` : `${status}`))
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]))
}
const fundedCents = async () => {
  const rows = await app.db.selectFrom('fundings').select('amount_cents').execute()
  return rows.reduce((sum, row) => sum + row.amount_cents, 0)
}

test('fifty concurrent fundings of the same remainder fund it to the exact cent', async () => {
  await makeCompany(app.db, { slug: 'bank', title: 'Bank', granted_cents: 10_000_000 })
  const project = await createProject(app.db, { needs: [100_000] })
  const answers = await Promise.all(staff.map((client) => fund(client, project, 10_000, randomUUID())))
  expect(counted(answers)).toEqual({ '201': 10, '409 not_fundable': 40 })
  const row = await app.db.selectFrom('projects').selectAll().executeTakeFirstOrThrow()
  expect([row.funded_cents, row.settled_cents, await fundedCents()]).toEqual([100_000, 100_000, 100_000])
  expect(await findLedgerDifferences(app.db)).toEqual([])
})

test('fifty concurrent fundings of fifty projects use up one budget and never overdraw it', async () => {
  await makeCompany(app.db, { slug: 'bank', title: 'Bank', granted_cents: 105_000 })
  const projects = await Promise.all(staff.map(() => createProject(app.db, { needs: [200_000] })))
  const answers = await Promise.all(
    staff.map((client, at) => fund(client, projects[at]!, 10_000, randomUUID())),
  )
  expect(counted(answers)).toEqual({ '201': 10, '409 budget_exceeded': 40 })
  const left = await app.db
    .selectFrom('ledger_accounts')
    .select('balance_cents')
    .where('kind', '=', 'budget_available')
    .executeTakeFirstOrThrow()
  expect([left.balance_cents, await fundedCents()]).toEqual([5_000, 100_000])
  expect(await findLedgerDifferences(app.db)).toEqual([])
})

test('concurrent calls with one idempotency key run once', async () => {
  await makeCompany(app.db, { slug: 'bank', title: 'Bank', granted_cents: 10_000_000 })
  const project = await createProject(app.db, { needs: [1_000_000] })
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => fund(staff[0]!, project, 10_000, key)))
  const done = answers.filter(({ status }) => status === 201)
  expect(done.length).toBeGreaterThan(0)
  for (const answer of answers) {
    if (answer.status === 201) expect(answer.body).toEqual(done[0]!.body)
    else expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_running'])
  }
  expect((await fund(staff[0]!, project, 10_000, key)).body).toEqual(done[0]!.body)
  expect(await fundedCents()).toBe(10_000)
})
