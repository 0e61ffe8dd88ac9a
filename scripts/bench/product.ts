import type { BrowserContext } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dayOf } from '#shared/dates.ts'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { generate } from './generate.ts'

const password = 'almoner-bench'
const root = fileURLToPath(new URL('../..', import.meta.url))
let started = 0

/** A running product with its administrator signed in: `cookie` as a header value, `prepare` sets it in a browser. */
export type Product = {
  pid: number
  base: string
  cookie: string
  prepare: (context: BrowserContext) => Promise<void>
  close: () => Promise<void>
}

/** Starts the built product on its own port and folder; without DATABASE_URL on the demo data. */
export async function productOn(folder: string, env: Record<string, string>): Promise<Product> {
  const port = 20_000 + ((process.pid + started++) % 20_000)
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
  const close = async () => {
    if (server.exitCode !== null) return
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  try {
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
      pid: server.pid!,
      base,
      cookie: cookies.map(({ name: key, value }) => `${key}=${value}`).join('; '),
      prepare: (context) => context.addCookies(cookies.map((cookie) => ({ ...cookie, url: base }))),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Creates a database with that many generated projects on the throw-away PostgreSQL; returns its address. */
export async function generatedDatabase(name: string, size: number): Promise<string> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('run this through npm: it needs a throw-away PostgreSQL')
  const url = new URL(server)
  url.pathname = `/${name}`
  const admin = await openDatabase({ databaseUrl: server, dataDir: '' })
  await admin.pool.query(`create database ${name}`)
  await admin.close()
  const options = { databaseUrl: url.href, dataDir: '', statementTimeout: 0, queryTimeout: 3_600_000 }
  const database = await openDatabase(options)
  await migrate(database)
  await generate(database.pool, { size, seed: 1, today: dayOf(new Date()) })
  await database.close()
  return url.href
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
