/**
 * npm run bench:faults -- embedded [--kills 50]: product and built-in database are killed with -9 again and again while many
 * callers write; afterwards every acknowledged write must exist completely, and every start must succeed unaided.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Caller, freePort, killServer, signIn, startServer, stopServer } from './server.ts'

const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' } } })
const kills = Number(values.kills)
const callers = 8
const password = 'almoner-faults'
const dataDir = mkdtempSync(join(tmpdir(), 'almoner-faults-'))
const port = String(await freePort())
const base = `http://127.0.0.1:${port}`
const env = { PORT: port, DATA_DIR: dataDir, ADMIN_PASSWORD: password }

/** Titles acknowledged with 201, and all that were sent. */
const acknowledged = new Set<string>()
const sent = new Set<string>()
let isDown = false
let count = 0

/** Writes until the product goes away. */
async function write({ call }: Caller): Promise<void> {
  while (!isDown) {
    const title = `Choir ${++count}`
    sent.add(title)
    const body = { title, email_contact: `choir-${count}@example.org` }
    const answer = await call('POST', '/api/v4/organizations/', body).catch(() => undefined)
    if (!answer) return
    if (answer.status === 201) acknowledged.add(title)
    else if (answer.status < 500) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  }
}

/** All titles in the database, over the pages of the list. */
async function titles({ call }: Caller): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await call('GET', `/api/v4/organizations/?page=${page}&page_size=100`)
    if (status !== 200) throw new Error(`the list answers ${status} ${JSON.stringify(body)}`)
    const { results, count: all } = body as { results: { title: string }[]; count: number }
    found.push(...results.map(({ title }) => title))
    if (found.length >= all || results.length === 0) return found
  }
}

const postmaster = () =>
  Number(readFileSync(join(dataDir, 'postgresql', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])

const lost = new Set<string>()
let server: ChildProcess | undefined
const starts: number[] = []
try {
  for (let kill = 1; kill <= kills; kill++) {
    const began = performance.now()
    server = await startServer(env)
    starts.push(performance.now() - began)
    const caller = await signIn(base, 'admin', password)
    isDown = false
    const writing = Array.from({ length: callers }, () => write(caller))
    await sleep(200 + Math.random() * 800)
    // The database first, the product first, or the product alone.
    const order = kill % 4
    const killDatabase = () => process.kill(postmaster(), 'SIGKILL')
    if (order === 0) killDatabase()
    const gone = killServer(server)
    if (order === 1) killDatabase()
    isDown = true
    await gone
    await Promise.all(writing)
    if (kill % 10 === 0) console.log(`${kill} kills, ${acknowledged.size} acknowledged writes`)
  }
  server = await startServer(env)
  const found = await titles(await signIn(base, 'admin', password))
  for (const title of acknowledged) if (!found.includes(title)) lost.add(title)
  const strange = found.filter((title) => !sent.has(title))
  const twice = found.length - new Set(found).size
  await stopServer(server)
  starts.sort((a, b) => a - b)
  console.log(
    `${kills} kills, ${acknowledged.size} acknowledged writes, ${found.length} found: ${lost.size} lost, ${twice} twice, ${strange.length} unasked; ready after ${Math.round(starts[Math.floor(starts.length / 2)]!)} ms (median), ${Math.round(starts.at(-1)!)} ms at most`,
  )
  if (lost.size + strange.length + twice > 0 || acknowledged.size < kills) process.exitCode = 1
} finally {
  // After a failure of this script.
  if (server && server.exitCode === null && server.signalCode === null) await killServer(server)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
}
