import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDatabase } from '#server/db/db.ts'
import { type Case, type Measured, type MeasuredServer, measureSides, startServer } from './lists.ts'

/** Maximum ratio of a list's median time to its former one. */
export const worseMark = 1.1

const here = fileURLToPath(new URL('../..', import.meta.url))

// Runs in each checkout with that checkout's code: fills an empty database and signs in.
const program = `
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { openSession } from '#server/auth/session.ts'
import { generate } from './scripts/bench/generate.ts'
const { DATABASE_URL: databaseUrl, SIZE, TODAY } = process.env
const database = await openDatabase({ databaseUrl, dataDir: '', statementTimeout: 0, queryTimeout: 3_600_000 })
await migrate(database)
const { rows: [known] } = await database.pool.query('select exists (select from projects) as filled')
if (!known.filled) {
  await generate(database.pool, { size: Number(SIZE), seed: 1, today: TODAY })
  await database.pool.query('vacuum (full, analyze)')
  // Only a vacuum that is not full marks the rewritten rows as all-visible.
  await database.pool.query('vacuum (analyze)')
}
const { rows: [user] } = await database.pool.query(
  \`insert into users (username, email, user_type, state, is_superuser, created_at, updated_at)
    values ('bench', 'bench@example.org', 'staff', 'active', true, $1, $1)
    on conflict (username) do update set updated_at = $1 returning id\`, [new Date()])
console.log(await openSession(database.db, user.id, new Date()))
await database.close()
`

/**
 * Measures the product beside another checkout (`folder`, with dependencies installed) in one run: each with its own
 * generated database on one server (`server`), in turns. Calls unknown to the other one are skipped.
 */
export async function measureBefore(
  server: string,
  folder: string,
  {
    size,
    today,
    ...options
  }: {
    size: number
    today: string
    cases: readonly Case[]
    rounds: number
    seconds: number
    only?: string | undefined
  },
): Promise<Measured[]> {
  const sides: MeasuredServer[] = []
  const admin = await openDatabase({ databaseUrl: server, dataDir: '' })
  try {
    for (const [name, checkout] of [
      ['before', resolve(folder)],
      ['now', here],
    ] as const) {
      const url = new URL(server)
      url.pathname = `/${name}_${size}`
      const known = await admin.pool.query('select from pg_database where datname = $1', [
        url.pathname.slice(1),
      ])
      if (!known.rowCount) await admin.pool.query(`create database ${url.pathname.slice(1)}`)
      const env = { ...process.env, DATABASE_URL: url.href, SIZE: String(size), TODAY: today }
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
        cwd: checkout,
        env,
      })
      const started = await startServer(resolve(checkout, 'scripts/bench/app.ts'), url.href, checkout)
      sides.push({ ...started, cookie: `almoner_session=${stdout.trim()}` })
    }
    const [floor, product] = sides as [MeasuredServer, MeasuredServer]
    const known = []
    for (const one of options.cases) if (await findSameRecords(floor, product, one)) known.push(one)
    const compare = async () => {}
    return await measureSides(admin, { floor, product }, { ...options, cases: known, compare })
  } finally {
    for (const { child } of sides) child.kill()
    await admin.close()
  }
}

/** Whether both know the call; then their results must be equal. */
async function findSameRecords(
  before: MeasuredServer,
  now: MeasuredServer,
  { path }: Case,
): Promise<boolean> {
  const then = await answerOf(before, path)
  const today = await answerOf(now, path)
  if (today.status !== 200) throw new Error(`${path}: ${today.status}`)
  if (then.status === 400) return false
  if (JSON.stringify(then) !== JSON.stringify(today))
    throw new Error(`${path} finds other rows than before: ${JSON.stringify([then, today])}`)
  return true
}

/** Status, count and rows. With a million rows still on the disk, the first calls may be given up with 503. */
async function answerOf(side: MeasuredServer, path: string, attempts = 3) {
  const answer = await fetch(`http://127.0.0.1:${side.port}${path}`, { headers: { cookie: side.cookie } })
  if (answer.status === 503 && attempts > 1) return answerOf(side, path, attempts - 1)
  const body = (await answer.json()) as { count: number; results: { slug: string }[] }
  return { status: answer.status, count: body.count, rows: body.results?.map(({ slug }) => slug).join() }
}
