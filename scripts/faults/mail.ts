/**
 * npm run bench:faults -- mail [--kills 50 --seconds 8]: staff create tasks, mails go to a real SMTP server, and the product is
 * killed with `kill -9` again and again. Then every acknowledged task is compared with the outbox and the received mails:
 * none may be missing, and a mail received twice must have the same Message-ID.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startSmtpSink } from '#test/smtp-sink.ts'
import { type Caller, freePort, killServer, signIn, startServer, stopServer } from './server.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '8' },
  },
})
const kills = Number(values.kills)
const longestMs = Number(values.seconds) * 1000
/** Milliseconds between two tasks of one clerk; three clerks work side by side. */
const pauseMs = 150
const clerks = 3

const sink = await startSmtpSink()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const dataDir = mkdtempSync(join(tmpdir(), 'almoner-faults-'))
const env = {
  PORT: String(port),
  DATA_DIR: dataDir,
  BASE_URL: 'https://almoner.example',
  ADMIN_PASSWORD: 'a password for faults',
  SMTP_URL: `${sink.url}?rate=1000`,
  // On PostgreSQL under scripts/with-postgres.ts, otherwise on the built-in database.
  ...(process.env.TEST_DATABASE_URL ? { DATABASE_URL: process.env.TEST_DATABASE_URL } : {}),
}

let server = await startServer(env)
const admin = await signIn(base, 'admin', env.ADMIN_PASSWORD)
const people = await invitePeople(admin)
const projectId = await createProject(admin)
const acknowledged: string[] = []
let unanswered = 0
const started = Date.now()

for (let kill = 1; kill <= kills; kill++) {
  const alive = { yes: true }
  const working = Promise.all(
    Array.from({ length: clerks }, (_, clerk) => createTasks(`${kill}-${clerk}`, alive)),
  )
  await sleep(longestMs / 2 + Math.random() * (longestMs / 2))
  await killServer(server)
  alive.yes = false
  await working
  server = await startServer(env)
  if (kill % 10 === 0)
    console.log(
      `${kill} kills: ${acknowledged.length} tasks acknowledged, ${sink.received.length} mails received`,
    )
}
await untilSent(admin)
await report(admin)
await stopServer(server)
await sink.close()
rmSync(dataDir, { recursive: true, force: true })

async function createTasks(name: string, alive: { yes: boolean }): Promise<void> {
  for (let n = 0; alive.yes; n++) {
    const title = `Fault ${name}-${n}`
    try {
      const answer = await admin.call('POST', '/api/v4/reminders/', {
        title,
        description: '',
        scheduled_for: '2099-01-01',
        targetId: projectId,
        targetType: 'project',
        users: people.map((person) => person.id),
        send_completed_mail: false,
      })
      if (answer.status === 201) acknowledged.push(title)
      else console.error(`${title}: ${answer.status} ${JSON.stringify(answer.body)}`)
    } catch {
      // Killed during the call: the task may exist or not; both are correct.
      unanswered++
      return
    }
    await sleep(pauseMs)
  }
}

async function report(caller: Caller): Promise<void> {
  const arrived = new Map<string, Map<string, number>>()
  let tasksMails = 0
  for (const { mail, to } of sink.received) {
    const title = /Fault \d+-\d+-\d+/.exec(mail.subject ?? '')?.[0]
    if (!title) continue
    tasksMails++
    const key = `${title} to ${to.join()}`
    const ids = arrived.get(key) ?? new Map<string, number>()
    ids.set(mail.messageId!, (ids.get(mail.messageId!) ?? 0) + 1)
    arrived.set(key, ids)
  }
  const wanted = acknowledged.flatMap((title) => people.map((person) => `${title} to ${person.email}`))
  const lost = wanted.filter((key) => !arrived.has(key))
  const doubled = [...arrived.values()].filter((ids) => ids.size > 1).length
  const repeats = [...arrived.values()].reduce(
    (sum, ids) => sum + [...ids.values()].reduce((more, times) => more + times - 1, 0),
    0,
  )
  const { count: rows } = (await caller.call('GET', '/api/v4/emails/?template=task_created')).body as {
    count: number
  }
  const { count: sent } = (await caller.call('GET', '/api/v4/emails/?template=task_created&state=sent'))
    .body as {
    count: number
  }
  const perThousand = (repeats / Math.max(1, tasksMails)) * 1000
  console.log(
    [
      `kills (kill -9)                ${kills}, ${Math.round((Date.now() - started) / 1000)} s`,
      `tasks acknowledged             ${acknowledged.length} (${unanswered} calls cut off by a kill)`,
      `mails they must have           ${wanted.length}`,
      `rows in the outbox             ${rows}, of them sent ${sent}`,
      `mails received                 ${tasksMails}, distinct ${arrived.size}`,
      `lost                           ${lost.length}`,
      `twice under two Message-IDs    ${doubled}`,
      `repeats under one Message-ID   ${repeats} (${perThousand.toFixed(2)} in 1,000)`,
    ].join('\n'),
  )
  const bad = lost.length > 0 || doubled > 0 || rows !== sent || rows !== arrived.size || perThousand > 1
  if (lost.length > 0) console.error(lost.slice(0, 20).join('\n'))
  console.log(bad ? 'NOT GOOD' : 'good: none lost, none doubled')
  if (bad) process.exitCode = 1
}

async function untilSent(caller: Caller): Promise<void> {
  for (;;) {
    const { body } = await caller.call('GET', '/api/v4/emails/?state=queued,sending')
    if ((body as { count: number }).count === 0) return
    await sleep(1000)
  }
}

async function invitePeople(caller: Caller): Promise<{ id: number; email: string }[]> {
  const invited: { id: number; email: string }[] = []
  for (const name of ['anna', 'bernd', 'clara']) {
    const email = `${name}@example.org`
    const answer = await caller.call('POST', '/api/v4/users/invite/', { email, user_type: 'staff' })
    if (answer.status !== 201) throw new Error(`inviting: ${JSON.stringify(answer)}`)
    const mail = await arrivalOf(email)
    const token = /\/invite\/([\w-]+)\//.exec(mail)![1]!
    const accepted = await caller.call('POST', `/api/v4/users/invite/${token}/accept/`, {
      username: name,
      password: `a password of ${name}`,
    })
    if (accepted.status !== 200) throw new Error(`accepting: ${JSON.stringify(accepted)}`)
    invited.push({ id: (answer.body as { id: number }).id, email })
  }
  return invited
}

async function arrivalOf(email: string): Promise<string> {
  for (;;) {
    const found = sink.received.find((received) => received.to.includes(email))
    if (found) return found.mail.text ?? ''
    await sleep(100)
  }
}

async function createProject(caller: Caller): Promise<number> {
  const organization = await caller.call('POST', '/api/v4/organizations/', {
    title: 'Fault e.V.',
    email_contact: 'fault@example.org',
  })
  const { slug } = organization.body as { slug: string }
  const project = await caller.call('POST', '/api/v4/projects/', {
    title: 'Fault',
    organization_slug: slug,
    needs: [{ title: 'All', amount_cents: 100 }],
    funding_type: 1,
  })
  if (project.status !== 201) throw new Error(`creating a project: ${JSON.stringify(project)}`)
  return (project.body as { id: number }).id
}
