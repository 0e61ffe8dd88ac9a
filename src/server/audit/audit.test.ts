import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditContext, brokenEvents } from '#test/audit-chain.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { type AuditEvent, audit, auditAll, auditPrepared, canonical } from './audit.ts'
import { runs } from '#test/runs.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())
beforeEach(() => database.reset())

const context = auditContext(new Date('2026-11-21T09:00:00.120Z'))
const event: AuditEvent = { action: 'change', object_type: 'project', object_id: 7 }

// Values a change can hold: the database rejects NUL characters and lone surrogates.
const text = fc.string({ unit: 'binary' }).map((any) => any.toWellFormed().replaceAll('\0', ''))
const scalar = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }))
const after = fc.dictionary(fc.stringMatching(/^[a-z_A-Z]{1,8}$/), value, { maxKeys: 5 })

test('events chained by the database and by the process form one chain, whatever they hold', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ title: text, after }), { minLength: 1, maxLength: 6 }),
      async (all) => {
        await database.reset()
        const prepared = all.map((one, place) => ({
          place,
          object_id: 100 + place,
          object_title: one.title,
          event: canonical(one.after),
        }))
        await database.db.transaction().execute(async (tx) => {
          await audit(tx, context, event)
          const rows = sql`(select * from jsonb_to_recordset(${JSON.stringify(prepared)}::jsonb) as one (
          place integer, object_id bigint, object_title text, event text))`
          await auditPrepared(tx, context, { action: 'create', object_type: 'project' }, rows)
          await auditAll(tx, context, [event, event])
        })
        expect(await brokenEvents(database.db)).toEqual([])
        const kept = await database.db
          .selectFrom('audit_events')
          .select([
            'action',
            'actor_name',
            'object_id',
            'object_title',
            'before',
            'after',
            'request_id',
            'at',
          ])
          .where('action', '=', 'create')
          .orderBy('id')
          .execute()
        expect(kept).toEqual(
          all.map((one, place) => ({
            action: 'create',
            actor_name: context.actor.name,
            object_id: 100 + place,
            object_title: one.title,
            before: null,
            after: one.after,
            request_id: 'request-1',
            at: context.now,
          })),
        )
      },
    ),
    { numRuns: runs(8) },
  )
})

test('the database and the process write the same JSON for the chain', async () => {
  await fc.assert(
    fc.asyncProperty(
      after,
      fc.record({ deep: after, list: fc.array(after, { maxLength: 2 }) }),
      async (flat, deep) => {
        const both = { ...flat, ...deep }
        const { rows } = await sql<{ text: string }>`
        select canonical_json(${JSON.stringify(both)}::jsonb) as text`.execute(database.db)
        expect(rows[0]!.text).toBe(canonical(both))
      },
    ),
    { numRuns: runs(12) },
  )
})

test('a changed event breaks the chain', async () => {
  await database.db.transaction().execute((tx) => auditAll(tx, context, [event, event, event]))
  await sql`alter table audit_events disable trigger audit_events_append_only`.execute(database.db)
  try {
    await sql`update audit_events set object_title = 'Other' where id = 2`.execute(database.db)
    expect(await brokenEvents(database.db)).toEqual([2])
  } finally {
    await sql`alter table audit_events enable trigger audit_events_append_only`.execute(database.db)
  }
})
