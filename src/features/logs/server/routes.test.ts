import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { audit } from '#server/audit/audit.ts'
import { settlementActor } from '#server/audit/system-actors.ts'
import { sealEvents } from '#server/audit/seals.ts'
import { runJob } from '#server/work/worker.ts'
import { verifyAuditLog } from './jobs.ts'

const app = useApp({ resets: false })
let staff: Client
let auditor: Client
beforeAll(async () => {
  staff = await app.as('superuser')
  auditor = await app.as(['view_logs'])
})

const path = '/api/v4/logs/audit/'
const rows = async (query = '') => (await auditor.get(`${path}?${query}`)).body.results
const verify = async () => {
  const payload = { day: '2026-11-21', after: null }
  const signal = new AbortController().signal
  await runJob(app.services, [verifyAuditLog], { job: verifyAuditLog.name, payload }, signal)
  return (await auditor.get(path)).body.chain.verified
}

test('the log shows every event, unsealed ones included, and whether the chain is intact', async () => {
  for (const title of ['Brunnen', 'Mühle'])
    expect((await staff.post('/api/v4/projects/internal-status/', { title })).status).toBe(201)
  const { body } = await auditor.get(path, { locale: 'sie_DE' })
  expect(body).toMatchObject({
    count: 2,
    chain: { sealed: 0, unsealed: 2, head: '0'.repeat(64), verified: null },
    results: [
      { object_title: 'Mühle', action: 'create', action_display: 'Angelegt', position: null, hash: null },
      { object_title: 'Brunnen', object_type_display: 'Interner Status von Projekten', position: null },
    ],
  })
  await sealEvents(app.db)
  const sealed = (await auditor.get(path)).body
  expect(sealed.chain).toMatchObject({
    sealed: 2,
    unsealed: 0,
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(sealed.results.map((row: { position: number }) => row.position)).toEqual([2, 1])
  const [newest, oldest] = sealed.results
  expect(newest).toMatchObject({ hash: sealed.chain.head, previous_hash: oldest.hash })
  expect(oldest.previous_hash).toBe('0'.repeat(64))
  expect(await verify()).toEqual({ at: '2026-11-21T09:00:00.000Z', events: 2, broken: 0, findings: [] })

  await sql`alter table audit_events disable trigger audit_events_append_only`.execute(app.db)
  await sql`update audit_events set object_title = 'Ziehbrunnen' where object_title = 'Brunnen'`.execute(
    app.db,
  )
  await sql`alter table audit_events enable trigger audit_events_append_only`.execute(app.db)
  const id = sealed.results[1].id as number
  expect(await verify()).toMatchObject({ broken: 1, findings: [{ kind: 'event_changed', event_id: id }] })
})

test('the log can be searched, filtered and sorted, and requires the right to view the logs', async () => {
  expect(await rows('search=m%C3%BChle')).toHaveLength(1)
  expect(await rows('search=50%25')).toEqual([])
  expect(await rows('action=create')).not.toEqual([])
  expect(await rows('action=archive')).toEqual([])
  expect(await rows('ordering=at')).toEqual((await rows()).toReversed())
  expect((await auditor.get(`${path}?action=nothing`)).body).toHaveProperty('action')
  expect((await (await app.as(['view_projects'])).get(path)).body).toMatchObject({ permission: 'view_logs' })
})

test('automatic actors are named in the reader’s language', async () => {
  await app.db
    .transaction()
    .execute((tx) =>
      audit(
        tx,
        { actor: { id: null, name: settlementActor }, now: app.clock.now },
        { action: 'settle', object_type: 'payout', object_id: 1, object_title: 'AZ-2026-0001' },
      ),
    )
  const actors = async (locale: 'en_US' | 'sie_DE') =>
    (await auditor.get(path, { locale })).body.results[0].actor
  expect([await actors('en_US'), await actors('sie_DE')]).toEqual([
    'Nightly settlement',
    'Nächtliche Abrechnung',
  ])
})
