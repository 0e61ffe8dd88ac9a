import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { createPayout } from '#test/payouts.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'

let app: TestApp
let clerk: Client
eachOnStatementApp((given) => ({ app, clerk } = given))
const { checked, bring, linesOf, act, refused, oneLine } = statementCalls(() => ({ app, clerk }))

test('the match of a gift in a payout cannot be undone', async () => {
  const project = await createProject(app.db)
  const line = await oneLine(4800)
  await act(line.id, 'match', {
    parts: [{ target_type: 'project', target_slug: project.slug, amount_cents: 4800 }],
  })
  await app.db.updateTable('fundings').set({ state: 'settled' }).execute()
  expect((await refused(line.id, 'undo', {})).body).toMatchObject({
    code: 'line_moved_on',
    blocking: [{ code: 'gift_settled' }],
  })
})

test('a credit matched with a project becomes a private donation of the named payer, and the donor is recognized later', async () => {
  const project = await createProject(app.db, { title: 'Demenzcafé', needs: [100_000] })
  const reader = await app.as(['change_private_donations'])
  const iban = 'DE89370400440532013000'
  for (const cents of [4800, 1200]) {
    const line = await oneLine(cents, { name: 'Renate Albers', iban, text: `Spende ${cents}` })
    const parts = [{ target_type: 'project', target_slug: project.slug, amount_cents: cents }]
    expect((await act(line.id, 'match', { parts })).status).toBe(200)
  }
  const { body } = await reader.get('/api/v4/private-donations/')
  expect(body).toMatchObject({
    count: 2,
    sum_cents: 6000,
    results: [
      { number: 'PS-2026-0002', channel: 'bank_transfer', state: 'confirmed', note: 'Spende 1200' },
      { number: 'PS-2026-0001', donor: { name: 'Renate Albers' }, project: { slug: project.slug } },
    ],
  })
  const donors = await app.db.selectFrom('donors').select('iban').execute()
  expect(donors).toEqual([{ iban }])
  await checked()
})

test('a line matched after its month was closed dates the gift on its booking day and posts it on the first open day', async () => {
  const project = await createProject(app.db, { title: 'Demenzcafé', needs: [100_000] })
  const line = await oneLine(4800, { day: '2026-10-30' })
  await app.db
    .insertInto('closed_months')
    .values({ month: '2026-10-01', reason: '', closed_at: app.clock.now })
    .execute()
  const parts = [{ target_type: 'project', target_slug: project.slug, amount_cents: 4800 }]
  expect((await act(line.id, 'match', { parts })).status).toBe(200)
  const gift = await app.db
    .selectFrom('fundings')
    .innerJoin('ledger_rows', 'ledger_rows.funding_id', 'fundings.id')
    .select(['received_on', 'business_day'])
    .executeTakeFirstOrThrow()
  expect(gift).toEqual({ received_on: '2026-10-30', business_day: '2026-11-01' })
  await checked()
})

test('a pledge is suggested by number or donor, confirmed with the received amount, and pledged again after undo', async () => {
  const project = await createProject(app.db, { title: 'Demenzcafé', needs: [100_000] })
  const reader = await app.as(['change_private_donations'])
  const donor = { name: 'Renate Albers', email: '', iban: 'DE89370400440532013000' }
  const pledge = async () =>
    (
      await reader.post('/api/v4/private-donations/', {
        project_slug: project.slug,
        amount_cents: 5000,
        received_on: '2026-11-19',
        channel: 'bank_transfer',
        state: 'pledged',
        donor,
      })
    ).body as { slug: string; number: string }
  const seen = async (slug: string) => {
    const { state, amount_cents, received_on } = (await reader.get(`/api/v4/private-donations/${slug}/`)).body
    return [state, amount_cents, received_on]
  }
  const [named, known] = [await pledge(), await pledge()]
  const { statements, lines_matched } = await bring({
    lines: [
      { cents: 5000, name: 'R. Albers', text: `Spende ${named.number}` },
      { cents: 4000, name: 'Renate Albers', iban: donor.iban, text: 'wie versprochen' },
    ],
  })
  expect([lines_matched, await seen(named.slug)]).toEqual([1, ['confirmed', 5000, '2026-11-20']])
  const [auto, open] = await linesOf(statements[0])
  const { suggestions } = (await clerk.get(`/api/v4/bank-transactions/${open.id}/`)).body
  expect(suggestions[0]).toMatchObject({ target_type: 'private_donation', target_slug: known.slug })
  const parts = [{ target_type: 'private_donation', target_slug: known.slug, amount_cents: 4000 }]
  const matched = await act(open.id, 'match', { parts })
  expect([matched.status, matched.body.parts]).toEqual([200, [{ ...parts[0], title: known.number }]])
  expect(await seen(known.slug)).toEqual(['confirmed', 4000, '2026-11-20'])
  await checked()

  const again = await oneLine(4000, { text: 'noch einmal' })
  const taken = await refused(again.id, 'match', { parts })
  expect([taken.status, taken.body.code]).toEqual([409, 'gift_not_pledged'])
  for (const line of [auto, open]) expect((await act(line.id, 'undo')).body.state).toBe('open')
  expect(await seen(known.slug)).toEqual(['pledged', 5000, expect.any(String)])
  expect((await seen(named.slug))[0]).toBe('pledged')
  await checked()
})

test('the match of a partly returned gift cannot be undone', async () => {
  const project = await createProject(app.db, { needs: [100_000] })
  const line = await oneLine(4800, { name: 'Renate Albers' })
  const parts = [{ target_type: 'project', target_slug: project.slug, amount_cents: 4800 }]
  await act(line.id, 'match', { parts })
  const reader = await app.as(['change_private_donations'])
  const [gift] = (await reader.get('/api/v4/private-donations/')).body.results
  const back = await reader.post(`/api/v4/private-donations/${gift.slug}/refund/`, {
    amount_cents: 800,
    reason: 'Irrtum',
  })
  expect(back.status).toBe(200)
  const answer = await refused(line.id, 'undo', {})
  expect([answer.status, answer.body.blocking[0].code]).toEqual([409, 'gift_returned'])
})

test('a payout’s number and exact amount match automatically; the match is marked and can be undone', async () => {
  const payout = await createPayout(app.db, { amount_cents: 45_000 })
  const { statements, lines_matched } = await bring({
    lines: [
      { cents: -45_001, text: `SEPA ${payout.number}` },
      { cents: -45_000, text: `SEPA ${payout.number}` },
      { cents: -45_000, text: 'no number' },
    ],
  })
  const lines = await linesOf(statements[0])
  expect([
    lines_matched,
    lines.map((line: { state: string; is_auto: boolean }) => [line.state, line.is_auto]),
  ]).toEqual([
    1,
    [
      ['open', false],
      ['matched', true],
      ['open', false],
    ],
  ])
  expect((await act(lines[1].id, 'undo')).body.state).toBe('open')
  await checked()
})
