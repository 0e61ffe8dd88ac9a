/**
 * npm run bench:page [-- --runs 3 --only demo --no-lighthouse]: how soon the first list page shows its rows at 4 × CPU
 * slowdown, in a fresh browser (cold), again in the same tab and in a new one (warm), with the demo data and with 100,000 projects,
 * beside a bare React page with ready-made rows; then Lighthouse. Everything takes turns, so that whatever else the
 * machine does hits all. Ends with 1 when a mark is missed. Needs a built page (npm run build).
 */
import type { BrowserContext } from '@playwright/test'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { dayOf } from '#shared/dates.ts'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { generate } from './generate.ts'
import { serveFloor } from './page-floor.ts'
import { lighthouse, type Score } from './page-lighthouse.ts'
import { caches, type Load, loadAgain, type Loads, slowdown } from './page-load.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    lighthouse: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const runs = Number(values.runs)
const marks = { cold: 1_300, warm: 800, requests: 12, phone: 92, desktop: 97 }
const list = '/site-admin/projects/'
const password = 'almoner-bench'
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'almoner-page-'))
const servers: ChildProcess[] = []

type Subject = {
  name: string
  url: string
  prepare: (context: BrowserContext) => Promise<void>
  cookie: string
}

try {
  const subjects: Subject[] = []
  if (values.only !== 'large') subjects.push(await productOn('demo data', {}))
  if (values.only !== 'demo')
    subjects.push(await productOn('100,000 projects', { DATABASE_URL: await largeDatabase(), DEMO: '0' }))
  const floor = await serveFloor(join(folder, 'floor'), await rowsOf(subjects[0]!))
  const bare: Subject = { name: 'bare React', url: floor.base, prepare: async () => undefined, cookie: '' }
  await measureLoads([bare, ...subjects])
  floor.close()
  if (values.lighthouse) await measureScores(subjects)
  console.log(
    `load average ${loadavg()
      .map((value) => value.toFixed(1))
      .join(' ')}`,
  )
} finally {
  for (const server of servers) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
}

async function measureLoads(subjects: Subject[]): Promise<void> {
  const measured = new Map<Subject, Loads[]>(subjects.map((subject) => [subject, []]))
  for (let run = 0; run < runs; run++)
    for (const [subject, loads] of measured) loads.push(await loadAgain(subject.url, subject.prepare))
  console.log(`first list page, ${slowdown} × CPU slowdown, median of ${runs}:`)
  console.log(
    '| page | cache | rows visible, ms | × floor | requests before, in all | kB | long tasks, longest, blocked ms |',
  )
  console.log('| --- | --- | --: | --: | --: | --: | --: |')
  const floors = measured.get(subjects[0]!)!
  for (const [{ name }, loads] of measured)
    for (const cache of caches) {
      const mark = cache === 'cold' ? marks.cold : marks.warm
      const of = (key: keyof Load, from = loads) => median(from.map((load) => load[cache][key]))
      const ratio = of('rows') / of('rows', floors)
      const tasks = `${of('longTasks')}, ${of('longest')}, ${of('blocked')}`
      const asked = `${of('beforeRows')}, ${of('requests')}`
      console.log(
        `| ${name} | ${cache} | ${of('rows')} | ${ratio.toFixed(2)} | ${asked} | ${Math.round(of('bytes') / 1000)} | ${tasks} |`,
      )
      if (name !== 'bare React' && (of('rows') > mark || of('beforeRows') > marks.requests))
        process.exitCode = 1
    }
}

async function measureScores(subjects: Subject[]): Promise<void> {
  console.log(`Lighthouse, median of ${runs}:`)
  console.log('| page | device | score | largest paint, ms | layout shift | blocked, ms |')
  console.log('| --- | --- | --: | --: | --: | --: |')
  for (const { name, url, cookie } of subjects)
    for (const device of ['phone', 'desktop'] as const) {
      const scores: Score[] = []
      for (let run = 0; run < runs; run++) scores.push(await lighthouse(url, cookie, device))
      const of = (key: keyof Score) => median(scores.map((score) => score[key]))
      console.log(
        `| ${name} | ${device} | ${of('score')} | ${of('lcp')} | ${of('cls').toFixed(3)} | ${of('blocked')} |`,
      )
      if (of('score') < marks[device]) process.exitCode = 1
    }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

/** A server of its own, with somebody signed in. */
async function productOn(name: string, env: Record<string, string>): Promise<Subject> {
  const port = 20_000 + ((process.pid + servers.length) % 20_000)
  const base = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['src/app/server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      BASE_URL: base,
      DATA_DIR: join(folder, String(port)),
      ADMIN_PASSWORD: password,
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  servers.push(server)
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    await sleep(200)
  }
  const cookies = await signIn(base)
  return {
    name,
    url: base + list,
    cookie: cookies.map(({ name: key, value }) => `${key}=${value}`).join('; '),
    prepare: (context) => context.addCookies(cookies.map((cookie) => ({ ...cookie, url: base }))),
  }
}

async function signIn(base: string): Promise<{ name: string; value: string }[]> {
  const first = cookiesOf(await fetch(`${base}/api/v4/session/`))
  const answer = await fetch(`${base}/api/v4/session/`, {
    method: 'POST',
    body: JSON.stringify({ username: 'admin', password }),
    headers: {
      'content-type': 'application/json',
      cookie: first.map(({ name, value }) => `${name}=${value}`).join('; '),
      'x-csrftoken': first.find(({ name }) => name === 'csrftoken')?.value ?? '',
    },
  })
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}`)
  const last = cookiesOf(answer)
  return [...first.filter(({ name }) => !last.some((other) => other.name === name)), ...last]
}

function cookiesOf(answer: Response): { name: string; value: string }[] {
  return answer.headers.getSetCookie().map((line) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    return { name: name!, value: value! }
  })
}

async function rowsOf({ url, cookie }: Subject): Promise<string> {
  const answer = await fetch(new URL('/api/v4/projects/?exclude_status=archived', url), {
    headers: { cookie },
  })
  if (!answer.ok) throw new Error(`the list answered ${answer.status}`)
  return answer.text()
}

async function largeDatabase(): Promise<string> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('run this through npm run bench:page: it needs a throw-away PostgreSQL')
  const url = new URL(server)
  url.pathname = '/bench_page'
  const admin = await openDatabase({ databaseUrl: server, dataDir: '' })
  await admin.pool.query('create database bench_page')
  await admin.close()
  const options = { databaseUrl: url.href, dataDir: '', statementTimeout: 0, queryTimeout: 3_600_000 }
  const database = await openDatabase(options)
  await migrate(database)
  await generate(database.pool, { size: 100_000, seed: 1, today: dayOf(new Date()) })
  await database.close()
  return url.href
}
