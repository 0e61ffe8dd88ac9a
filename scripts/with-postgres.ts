/**
 * node scripts/with-postgres.ts [setting=value…] -- <command…>: runs the command with TEST_DATABASE_URL naming a
 * throw-away PostgreSQL cluster of this machine's own binaries, and removes the cluster whatever happens. With
 * POSTGRES_FOLDER=FOLDER its data is kept there, for a next run to come back to.
 */
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const separator = process.argv.indexOf('--')
const given = process.argv.slice(2, Math.max(separator, 2))
const command = process.argv.slice(separator < 0 ? 2 : separator + 1)
if (command.length === 0 || given.some((setting) => !/^\w+=/.test(setting)))
  fail('Usage: node scripts/with-postgres.ts [setting=value…] -- <command…>')

const binaries = findBinaries()
const owner = serverUser()
const root = mkdtempSync(join(tmpdir(), 'almoner-postgres-'))
chmodSync(root, 0o700)
if (owner) chownSync(root, owner.uid, owner.gid)
const asOwner: SpawnOptions = { ...owner, cwd: root, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }

const port = await freePort()
const data = dataFolder()
if (!existsSync(join(data, 'PG_VERSION')))
  runNow('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
const log = openSync(join(root, 'log'), 'w')
const server = spawn(
  join(binaries, 'postgres'),
  ['-D', data, '-k', root, '-h', '127.0.0.1', '-p', String(port), ...settings()],
  { ...asOwner, stdio: ['ignore', log, log], detached: true }, // Ctrl-C is for the command first
)
let stopping = false
const ended = once(server, 'exit').then(() => {
  if (!stopping) fail(`PostgreSQL ended:\n${readFileSync(join(root, 'log'), 'utf8')}`)
})
process.on('exit', () => {
  server.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (interrupted = true))

const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
await ready()
const child = spawn(command[0]!, command.slice(1), {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: url },
})
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
const [code] = (await Promise.race([
  once(child, 'exit'),
  once(child, 'error').then(([error]) => fail(`${command[0]}: ${error.message}`)),
])) as [number | null]
await stop()
process.exit(interrupted ? 130 : (code ?? 1))

async function ready(): Promise<void> {
  for (let attempt = 0; attempt < 300 && server.exitCode === null && !interrupted; attempt++) {
    const { status } = spawnSync(join(binaries, 'pg_isready'), [
      '-q',
      '-U',
      'postgres',
      '-h',
      root,
      '-p',
      String(port),
    ])
    if (status === 0) return
    await sleep(100)
  }
  fail('PostgreSQL did not start')
}

/** Fast shutdown: its clients are gone with the command. */
async function stop(): Promise<void> {
  stopping = true
  server.kill('SIGINT')
  // What is kept is written to its files first.
  await Promise.race([ended, sleep(process.env.POSTGRES_FOLDER ? 600_000 : 10_000)])
}

/** Where the cluster's data lies: in the folder that is kept, which need not be there yet, or beside its socket. */
function dataFolder(): string {
  const kept = process.env.POSTGRES_FOLDER
  if (!kept) return join(root, 'data')
  mkdirSync(kept, { recursive: true })
  if (owner) chownSync(kept, owner.uid, owner.gid)
  return join(resolve(kept), 'data')
}

/** Durability is of no use to a cluster that is thrown away. */
function settings(): string[] {
  const values = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const ours = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  return [...ours, ...given].flatMap((setting) => ['-c', setting])
}

function findBinaries(): string {
  const versions = '/usr/lib/postgresql'
  const packaged = list(versions)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'))
  const found = [...(process.env.PATH ?? '').split(delimiter), ...packaged].find((folder) =>
    ['initdb', 'postgres', 'pg_isready'].every((name) => isExecutable(join(folder, name))),
  )
  return (
    found ??
    fail('PostgreSQL is not installed (initdb and postgres are neither in PATH nor in /usr/lib/postgresql)')
  )
}

/** PostgreSQL refuses to run as root: then whom to run it as. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' })
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' })
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  return fail('PostgreSQL does not run as root, and there is no user postgres or nobody')
}

function runNow(name: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(join(binaries, name), args, { ...asOwner, encoding: 'utf8' })
  if (status !== 0) {
    rmSync(root, { recursive: true, force: true })
    fail(`${name}: ${error?.message ?? String(stderr)}`)
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port: free } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return free
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // no packaged PostgreSQL
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
