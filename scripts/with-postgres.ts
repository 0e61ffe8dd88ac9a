/**
 * node scripts/with-postgres.ts [--installed] [setting=value…] -- <command…>: runs the command with TEST_DATABASE_URL
 * naming a throw-away PostgreSQL, the built-in one or (--installed) that of this machine, and removes it whatever
 * happens. With POSTGRES_FOLDER=FOLDER its data is kept there for the next run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseRefused } from '#server/base/database-refused.ts'
import { startThrowAway } from '#test/cluster.ts'

const separator = process.argv.indexOf('--')
const options = process.argv.slice(2, Math.max(separator, 2))
const command = process.argv.slice(separator < 0 ? 2 : separator + 1)
const installed = options.includes('--installed')
const given = options.filter((option) => option !== '--installed')
if (command.length === 0 || given.some((setting) => !/^\w+=/.test(setting)))
  fail('Usage: node scripts/with-postgres.ts [--installed] [setting=value…] -- <command…>')

const server = await startThrowAway({
  installed,
  settings: Object.fromEntries(
    given.map((setting) => setting.split(/=(.*)/s).slice(0, 2) as [string, string]),
  ),
  keepIn: process.env.POSTGRES_FOLDER,
}).catch((error: unknown) =>
  fail(
    error instanceof DatabaseRefused ? error.line : error instanceof Error ? error.message : String(error),
  ),
)

let interrupted = false
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (interrupted = true))
const child = spawn(command[0]!, command.slice(1), {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: server.url },
})
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
const code = await Promise.race([
  once(child, 'exit').then(
    ([exit]) => exit as number | null,
    (error: Error) => {
      console.error(`${command[0]}: ${error.message}`)
      return 1
    },
  ),
  server.ended.then(() => {
    if (stopping) return 0
    console.error('PostgreSQL ended')
    child.kill()
    return 1
  }),
])
stopping = true
await server.stop()
process.exit(interrupted ? 130 : (code ?? 1))

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
