import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { createPayout } from '#test/payouts.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'

let app: TestApp
let clerk: Client
eachOnStatementApp((given) => ({ app, clerk } = given))
const { checked, act, suspense, refused, oneLine } = statementCalls(() => ({ app, clerk }))

test('a credit becomes a gift to a project, and undo reverses it', async () => {
  const project = await createProject(app.db)
  const line = await oneLine(4800)
  const parts = [{ target_type: 'project', target_slug: project.slug, amount_cents: 4800 }]
  const matched = await act(line.id, 'match', { parts })
  expect(matched.body).toMatchObject({
    state: 'matched',
    is_auto: false,
    parts: [{ title: project.title, amount_cents: 4800 }],
  })
  const funded = async () =>
    (
      await app.db
        .selectFrom('projects')
        .select('funded_cents')
        .where('id', '=', project.id)
        .executeTakeFirstOrThrow()
    ).funded_cents
  expect([await funded(), await suspense()]).toEqual([4800, 0])
  expect((await act(line.id, 'undo')).body).toMatchObject({ state: 'open', parts: [] })
  expect([await funded(), await suspense()]).toEqual([0, 4800])
  await act(line.id, 'match', { parts })
  expect(await funded()).toBe(4800)
  await checked()
})

test('a line is split into parts that sum to it, and undo reverses all of them together', async () => {
  const [a, b] = [await createProject(app.db), await createProject(app.db)]
  const line = await oneLine(48_000)
  const part = (slug: string, amount_cents: number) => ({
    target_type: 'project',
    target_slug: slug,
    amount_cents,
  })
  expect(
    (await refused(line.id, 'match', { parts: [part(a.slug, 30_000), part(b.slug, 17_999)] })).body,
  ).toEqual({ parts: ['The parts have to sum to the line'] })
  expect(
    (await refused(line.id, 'match', { parts: [part(a.slug, 24_000), part(a.slug, 24_000)] })).status,
  ).toBe(400)
  expect((await refused(line.id, 'match', { parts: [part('nobody', 48_000)] })).status).toBe(400)
  await act(line.id, 'match', { parts: [part(a.slug, 30_000), part(b.slug, 18_000)] })
  expect(await suspense()).toBe(0)
  await act(line.id, 'undo')
  expect(await suspense()).toBe(48_000)
  await checked()
})

test('hold and ignore require a reason, and a decided line reports person and time', async () => {
  const line = await oneLine(4800)
  expect((await refused(line.id, 'ignore', { reason: '' })).status).toBe(400)
  expect((await refused(line.id, 'undo', {})).body.code).toBe('line_open')
  expect((await act(line.id, 'hold', { reason: 'Ask the sender' })).body).toMatchObject({
    state: 'held',
    reason: 'Ask the sender',
  })
  expect((await act(line.id, 'ignore', { reason: 'Not ours' })).body).toMatchObject({
    state: 'ignored',
    reason: 'Not ours',
  })
  expect(await suspense()).toBe(4800)
  const project = await createProject(app.db)
  const other = await app.as(['change_bank_statements'])
  const late = await refused(
    line.id,
    'match',
    { parts: [{ target_type: 'project', target_slug: project.slug, amount_cents: 4800 }] },
    other,
  )
  expect([late.status, late.body.code, late.body.current.state]).toEqual([409, 'line_done', 'ignored'])
  expect(late.body.detail).toMatch(/^Test Person \d+ matched this line at 21.11.2026/)
  expect((await act(line.id, 'undo')).body.state).toBe('open')
})

test('when several people match one line at once, one succeeds and the others learn who did', async () => {
  const project = await createProject(app.db)
  const line = await oneLine(4800)
  const part = { target_type: 'project', target_slug: project.slug, amount_cents: 4800 }
  const people = await Promise.all(Array.from({ length: 6 }, () => app.as(['change_bank_statements'])))
  const answers = await Promise.all(
    people.map((person, at) =>
      at % 3 === 2
        ? person.post(`/api/v4/bank-transactions/${line.id}/ignore/`, { reason: 'Not ours' })
        : person.post(`/api/v4/bank-transactions/${line.id}/match/`, { parts: [part] }),
    ),
  )
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409, 409, 409, 409,
  ])
  const told = answers.filter((answer) => answer.status === 409)
  expect(
    told.every(({ body }) => body.code === 'line_done' && /matched this line at/.test(body.detail)),
  ).toBe(true)
  await checked()
})

test('incoming money cannot match a payout, nor outgoing money a project', async () => {
  const project = await createProject(app.db)
  const payout = await createPayout(app.db, { amount_cents: 500 })
  const [credit, debit] = [await oneLine(500), await oneLine(-500, { text: 'out' })]
  expect(
    (
      await refused(credit.id, 'match', {
        parts: [{ target_type: 'payout', target_slug: payout.slug, amount_cents: 500 }],
      })
    ).status,
  ).toBe(400)
  expect(
    (
      await refused(debit.id, 'match', {
        parts: [{ target_type: 'project', target_slug: project.slug, amount_cents: 500 }],
      })
    ).status,
  ).toBe(400)
  await app.db.updateTable('projects').set({ is_banned: true }).where('id', '=', project.id).execute()
  expect(
    (
      await refused(credit.id, 'match', {
        parts: [{ target_type: 'project', target_slug: project.slug, amount_cents: 500 }],
      })
    ).body.code,
  ).toBe('project_closed')
})

test('an unfinished split is stored for its person only, until the line is done', async () => {
  const project = await createProject(app.db)
  const line = await oneLine(4800)
  const parts = [{ target_type: 'project', target_slug: project.slug, title: project.title, amount_cents: 0 }]
  const path = `/api/v4/bank-transactions/${line.id}/`
  expect((await clerk.call('PUT', `${path}draft/`, { body: { parts } })).status).toBe(204)
  expect((await clerk.get(path)).body.draft).toEqual(parts)
  expect((await (await app.as(['view_bank_statements'])).get(path)).body.draft).toEqual([])
  await act(line.id, 'hold', { reason: 'later' })
  expect((await clerk.get(path)).body.draft).toEqual([])
})
