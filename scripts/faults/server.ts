import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { cookieName } from '#server/auth/cookies.ts'
import { csrfTokenOf } from '#server/auth/csrf.ts'

/** The product as a separate process in its own group, so that it can be killed with all its children. */
export async function startServer(
  env: Record<string, string>,
  heard: (line: string) => void = () => {},
  script = 'src/app/server/main.ts',
): Promise<ChildProcess> {
  const server = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DEMO: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  createInterface(server.stderr).on('line', (line) => {
    console.error(line)
    heard(line)
  })
  const base = `http://127.0.0.1:${env.PORT}`
  for (let tries = 0; tries < 600; tries++) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    const ready = await fetch(`${base}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return server
    await sleep(100)
  }
  throw new Error('the server is not ready after a minute')
}

/** `kill -9` for the server and its database, at once. */
export async function killServer(server: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => server.once('exit', resolve))
  process.kill(-server.pid!, 'SIGKILL')
  await gone
}

/** Asks it to end, as Ctrl-C does. */
export async function stopServer(server: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
}

export type Answer = { status: number; body: unknown }

/** True for a provisional answer: the server is busy, or the same call still runs. */
export const isToComeBack = ({ status, body }: Answer): boolean =>
  status === 503 || (body as { code?: string } | null)?.code === 'idempotency_running'

/** Extras of a call beside method, path and body. */
type More = { key?: string }

/** A signed-in caller; throws fetch's errors when the server is away. */
export async function signIn(base: string, username: string, password: string) {
  const cookies = new Map<string, string>()
  const call = callerWith(base, cookies)
  await call('GET', '/api/v4/session/')
  const session = await call('POST', '/api/v4/session/', { username, password })
  if (session.status !== 200) throw new Error(`signing in: ${session.status} ${JSON.stringify(session.body)}`)
  return { call }
}
export type Caller = Awaited<ReturnType<typeof signIn>>

/** A caller with an existing session. */
export function callerOf(base: string, token: string): Caller {
  const name = (cookie: 'session' | 'csrf') => cookieName(cookie, { baseUrl: 'http:' })
  const cookies = new Map([
    [name('session'), token],
    [name('csrf'), csrfTokenOf(token)],
  ])
  return { call: callerWith(base, cookies) }
}

function callerWith(base: string, cookies: Map<string, string>) {
  return async (method: string, path: string, body?: unknown, { key }: More = {}): Promise<Answer> => {
    const response = await fetch(base + path, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': cookies.get(cookieName('csrf', { baseUrl: 'http:' })) ?? '',
        // A form sets its own content type, with its boundary.
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=')
      cookies.set(name!, value ?? '')
    }
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port: free } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return free
}
