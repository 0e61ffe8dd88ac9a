/**
 * npm run bench:faults -- money [--cycles 50 --seed 1 --clients 6]: staff fund projects, mark payouts as paid and create
 * files for the bank, each call with an Idempotency-Key, while the product is killed with `kill -9` repeatedly.
 * Unanswered calls are repeated with their key after the next start. Then: everything acknowledged exists exactly once,
 * nothing else exists, an old key still has its old answer, and every check of the ledger holds.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { dayOf } from '#shared/dates.ts'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { makeCompany } from '#test/money.ts'
import { goodIban, setHouseIban } from '#test/payouts.ts'
import { type Answer, type Caller, freePort, killServer, signIn, startServer, stopServer } from './server.ts'

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    clients: { type: 'string', default: '6' },
  },
})
const [cycles, seed, clients] = [Number(values.cycles), Number(values.seed), Number(values.clients)]
const databaseUrl = process.env.TEST_DATABASE_URL
if (!databaseUrl) throw new Error('TEST_DATABASE_URL is missing: npm run bench:faults -- money')
console.log(`seed ${seed}: ${cycles} kills, ${clients} clients`)

/** A client's request, and its answer once there is one. */
type SentCall = { kind: 'fund' | 'pay' | 'file'; path: string; body: object; key: string; answer?: Answer }

// A sequence determined by the seed; interaction between processes also depends on the clock.
let state = seed >>> 0
function roll(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 4_294_967_296) * below)
}

const paths = {
  fund: '/api/v4/projects/fund-internally/',
  pay: '/api/v4/payouts/mark-paid/',
  file: '/api/v4/payouts/sepa-export/',
} as const
const projects = 2000
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const dataDir = mkdtempSync(join(tmpdir(), 'almoner-faults-'))
const env = {
  PORT: String(port),
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  ADMIN_PASSWORD: 'a password for faults',
}
const database = await openDatabase({ databaseUrl, dataDir: '' })
const { db } = database
await migrate(database)
await fill()
let server = await startServer(env)
// However this script ends, it kills the server, which is in its own process group.
process.on('exit', () => server.exitCode === null && server.signalCode === null && server.kill('SIGKILL'))
const staff = await signIn(base, 'admin', env.ADMIN_PASSWORD)
const budget_slug = await grantBudget(staff)
const today = dayOf(new Date())
const asked: SentCall[] = []
let repeated = 0
const started = Date.now()

for (let cycle = 1; cycle <= cycles; cycle++) {
  const alive = { yes: true }
  const working = Promise.all(Array.from({ length: clients }, () => work(alive)))
  await sleep(300 + roll(3000))
  await killServer(server)
  alive.yes = false
  await working
  server = await startServer(env)
  await repeatUnanswered(staff)
  if (cycle % 10 === 0) console.log(`${cycle} kills: ${asked.length} calls, ${repeated} repeated`)
}
const differences = [...(await report()), ...(await oldAnswersDiffer(staff))]
await stopServer(server)
await database.close()
rmSync(dataDir, { recursive: true, force: true })
if (differences.length > 0) console.error(differences.slice(0, 20).join('\n'))
console.log(differences.length > 0 ? 'NOT GOOD' : 'good: what was acknowledged is there once')
process.exitCode = differences.length > 0 ? 1 : 0

/** A company, and projects that three or four fundings complete, which settles them at once. */
async function fill(): Promise<void> {
  await makeCompany(db, { slug: 'bank', title: 'Bank' })
  await setHouseIban(db)
  await sql`
    insert into organizations (slug, title, preview_token, email_contact, iban, status, review_status, exemption_kind,
      exemption_date, created_at, updated_at)
    values ('verein', 'Verein', 'token', 'verein@example.org', ${goodIban}, 2, 2, 'public_body', null, now(), now())`.execute(
    db,
  )
  await sql`
    insert into projects (slug, title, organization_id, status, review_status, funding_type, created_at, updated_at)
    select 'project-' || n, 'Project ' || n, (select id from organizations), 2, 2, 1 + n % 2, now(), now()
    from generate_series(0, ${projects - 1}::integer) n`.execute(db)
  await sql`
    insert into needs (project_id, title, amount_cents, position) select id, 'All', 30000, 0 from projects`.execute(
    db,
  )
}

async function grantBudget(caller: Caller): Promise<string> {
  const path = '/api/v4/companies/donating-companies/bank/budgets/'
  const { status, body } = await caller.call('POST', path, {
    title: 'Faults',
    funding_type: 2,
    granted_cents: 1_000_000_000,
  })
  if (status !== 201) throw new Error(`granting a budget: ${status} ${JSON.stringify(body)}`)
  const { budgets } = body as { budgets: { slug: string; title: string }[] }
  return budgets.find((budget) => budget.title === 'Faults')!.slug
}

/** One client: fund, fund, pay, create a file, while the server lives. */
async function work(alive: { yes: boolean }): Promise<void> {
  while (alive.yes) {
    try {
      const next = await choose()
      if (!next) continue
      asked.push(next)
      await ask(staff, next)
    } catch (error) {
      // Cut off by the kill: unanswered requests are repeated after the start.
      if (!isCutOff(error)) throw error
      return
    }
  }
}

/** True for fetch errors of a server that is away, or went away during its answer. */
function isCutOff(error: unknown): boolean {
  return error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message)
}

async function choose(): Promise<SentCall | undefined> {
  const kind = (['fund', 'fund', 'fund', 'pay', 'file'] as const)[roll(5)]!
  const key = randomUUID()
  if (kind === 'fund') {
    // Few at a time, so that clients collide; over time more and more of them.
    const project_slug = `project-${(Math.floor(asked.length / 6) + roll(8)) % projects}`
    return {
      kind,
      key,
      path: paths.fund,
      body: { project_slug, company_slug: 'bank', budget_slug, amount_cents: 10_000 - roll(2) * 5_000 },
    }
  }
  const open = await staff.call('GET', '/api/v4/payouts/?state=open&page_size=25')
  const found = (open.body as { results: { slug: string }[] }).results.map((payout) => payout.slug)
  if (found.length === 0) return undefined
  const payout_slugs = [...new Set([found[roll(found.length)]!, found[roll(found.length)]!])]
  return kind === 'pay'
    ? { kind, key, path: paths.pay, body: { payout_slugs, paid_on: today, reference: key } }
    : { kind, key, path: paths.file, body: { payout_slugs, execute_on: bankDay() } }
}

/** A Wednesday after the coming week: no weekend, and never one of the two days around New Year or Easter. */
function bankDay(): string {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7) + 7)
  return day.toISOString().slice(0, 10)
}

/** Repeats a call until its answer is final; throws when the server is away. */
async function ask(caller: Caller, one: SentCall): Promise<void> {
  const until = Date.now() + 60_000
  for (;;) {
    const answer = await caller.call('POST', one.path, one.body, { key: one.key })
    // The killed server's transaction may still be rolling back in the database.
    const running = (answer.body as { code?: string } | null)?.code === 'idempotency_running'
    if (!running && answer.status < 500) {
      one.answer = answer
      return
    }
    if (Date.now() > until)
      throw new Error(`no answer that stays: ${JSON.stringify(answer)} to ${JSON.stringify(one)}`)
    await sleep(50)
  }
}

async function repeatUnanswered(caller: Caller): Promise<void> {
  for (const one of asked.filter(({ answer }) => answer === undefined)) {
    await ask(caller, one)
    repeated++
  }
}

function isDone({ answer }: SentCall): boolean {
  return answer!.status === 200 || answer!.status === 201
}

async function report(): Promise<string[]> {
  const done = (kind: SentCall['kind']) => asked.filter((one) => one.kind === kind && isDone(one))
  const bodyOf = <T>(one: SentCall) => one.answer!.body as T
  const funded = done('fund').map(
    (one) => bodyOf<{ funding: { slug: string; amount_cents: number } }>(one).funding,
  )
  const paid = done('pay').flatMap((one) =>
    bodyOf<{ changed: string[] }>(one).changed.map((slug) => `${slug} ${one.key}`),
  )
  const files = done('file').map((one) => bodyOf<{ slug: string; exported: string[] }>(one))
  const stored = {
    fundings: await db.selectFrom('fundings').select(['slug', 'amount_cents']).execute(),
    paid: await db
      .selectFrom('payouts')
      .select(['slug', 'reference'])
      .where('state', '=', 'marked_paid')
      .execute(),
    files: await sql<{ slug: string; payouts: string[] }>`
      select file.slug, array_agg(payout.slug) as payouts from payment_files file
      join payment_file_items item on item.file_id = file.id join payouts payout on payout.id = item.payout_id
      group by file.slug`.execute(db),
    events: await sql<{ action: string; n: number }>`
      select action, count(*)::integer as n from audit_events where action in ('fund', 'mark_paid') group by 1`.execute(
      db,
    ),
  }
  const eventsOf = (action: string) => stored.events.rows.find((row) => row.action === action)?.n ?? 0
  const found = [
    ...compared(
      'fundings',
      funded.map((gift) => `${gift.slug} ${gift.amount_cents}`),
      stored.fundings.map((gift) => `${gift.slug} ${gift.amount_cents}`),
    ),
    ...compared(
      'payouts marked paid',
      paid,
      stored.paid.map((row) => `${row.slug} ${row.reference}`),
    ),
    ...compared(
      'files',
      files.map((file) => `${file.slug} ${file.exported.toSorted().join()}`),
      stored.files.rows.map((file) => `${file.slug} ${file.payouts.toSorted().join()}`),
    ),
    ...(eventsOf('fund') === funded.length
      ? []
      : [`${eventsOf('fund')} audit events for ${funded.length} fundings`]),
    ...(eventsOf('mark_paid') === paid.length
      ? []
      : [`${eventsOf('mark_paid')} audit events for ${paid.length} payments`]),
    ...(await findLedgerDifferences(db)).map((difference) => JSON.stringify(difference)),
  ]
  for (const check of ledgerChecks) {
    const { broken, rows } = await db.transaction().execute((tx) => runCheck(tx, check))
    if (broken > 0) found.push(`${check.key}: ${JSON.stringify(rows[0])}`)
  }
  const refused = asked.filter((one) => !isDone(one))
  const codes = Map.groupBy(
    refused,
    ({ answer }) =>
      `${answer!.status} ${(answer!.body as { code?: string }).code ?? JSON.stringify(answer!.body)}`,
  )
  console.log(
    [
      `kills (kill -9)          ${cycles}, ${Math.round((Date.now() - started) / 1000)} s`,
      `calls                    ${asked.length}, of them repeated after a kill ${repeated}`,
      `fundings acknowledged    ${funded.length}, stored ${stored.fundings.length}`,
      `payouts marked paid      ${paid.length}, stored ${stored.paid.length}`,
      `files for the bank       ${files.length}, stored ${stored.files.rows.length}`,
      `refused                  ${[...codes].map(([code, list]) => `${code} × ${list.length}`).join(', ') || 'none'}`,
      `ledger checks            ${ledgerChecks.length}, broken or differing ${found.length}`,
    ].join('\n'),
  )
  return found
}

/** Values acknowledged but not stored, stored but not acknowledged, or stored twice. */
function compared(what: string, acknowledged: string[], stored: string[]): string[] {
  const [left, right] = [acknowledged.toSorted(), stored.toSorted()]
  if (isDeepStrictEqual(left, right)) return []
  const [known, there] = [new Set(left), new Set(right)]
  return [
    `${what}: ${left.length} acknowledged (${known.size} different), ${right.length} stored (${there.size} different)`,
    ...left.filter((one) => !there.has(one)).map((one) => `${what}: not stored: ${one}`),
    ...right.filter((one) => !known.has(one)).map((one) => `${what}: not acknowledged: ${one}`),
  ]
}

/** Sends keys again at the end: each answer must equal the first one. */
async function oldAnswersDiffer(caller: Caller): Promise<string[]> {
  const differing: string[] = []
  for (const one of asked.filter(isDone).filter((_, at) => at % 5 === 0)) {
    const again = await caller.call('POST', one.path, one.body, { key: one.key })
    if (!isDeepStrictEqual(again, one.answer))
      differing.push(`another answer to ${one.key}: ${JSON.stringify(again)}`)
  }
  return differing
}
