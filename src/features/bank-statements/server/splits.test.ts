import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createClaim } from '#test/claims.ts'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { settleAll } from '#test/money.ts'
import { createPayout } from '#test/payouts.ts'
import { type MadeLine } from '#test/statements.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'
import type { BankLineDetail } from '../contract.ts'

let app: TestApp
let clerk: Client
eachOnStatementApp(
  (given) => ({ app, clerk } = given),
  ['create_bank_statements', 'change_bank_statements', 'change_private_donations'],
)
const { act, checked, oneLine } = statementCalls(() => ({ app, clerk }))

const donorIban = 'DE02120300000000202051'
async function pledge(amount_cents: number, donor: { name: string; iban?: string }) {
  const project = await createProject(app.db, { funding_type: 1 })
  const { body } = await clerk.post('/api/v4/private-donations/', {
    project_slug: project.slug,
    amount_cents,
    received_on: '2026-11-18',
    channel: 'bank_transfer',
    state: 'pledged',
    donor,
  })
  return body as { slug: string; number: string }
}
/** Creates a line, and returns its suggested split. */
async function suggestedFor(cents: number, more: Partial<MadeLine>) {
  const { id, state } = await oneLine(cents, more)
  const { body } = await clerk.get(`/api/v4/bank-transactions/${id}/`)
  const suggestions = (body as BankLineDetail).suggestions
  const at = suggestions.findIndex((one) => one.target_type === 'split')
  return { id, state, at, suggestions, split: suggestions[at] }
}
const slugsOf = (split: BankLineDetail['suggestions'][number] | undefined) =>
  split?.split.map(({ target_slug, amount_cents }) => [target_slug, amount_cents])

test('suggests two pledges of the line’s donor that add up to it, not of two donors and not three', async () => {
  const [a, b] = [
    await pledge(4000, { name: 'Petra Strasser' }),
    await pledge(6100, { name: 'Petra Strasser' }),
  ]
  await pledge(1900, { name: 'Somebody Else' })
  const found = await suggestedFor(10_100, { name: 'PETRA STRASSER', text: 'danke' })
  expect([found.at, found.state]).toEqual([0, 'open'])
  expect(slugsOf(found.split)).toEqual([
    [a.slug, 4000],
    [b.slug, 6100],
  ])
  expect(found.split).toMatchObject({ target_slug: '', amount_cents: 10_100, score: 50 })
  expect(found.split!.why).toEqual([
    { reason: 'reference', met: false },
    { reason: 'amount', met: true },
    { reason: 'iban', met: false },
    { reason: 'name', met: true },
  ])
  // 40.00 + 19.00 belong to two people, 40.00 + 61.00 + 19.00 are three.
  for (const cents of [5900, 12_000, 10_101])
    expect(
      (await suggestedFor(cents, { name: 'Petra Strasser', text: `danke ${cents}` })).split,
    ).toBeUndefined()
  const [c, d] = [
    await pledge(700, { name: 'P. S.', iban: donorIban }),
    await pledge(800, { name: 'Petra', iban: donorIban }),
  ]
  const byAccount = await suggestedFor(1500, { name: 'Fam. Strasser', iban: donorIban, text: 'wir' })
  expect(slugsOf(byAccount.split)).toEqual([
    [c.slug, 700],
    [d.slug, 800],
  ])
})

test('suggests two pledges of two people when the text names both, preselected but matched only by a person', async () => {
  const [a, b] = [await pledge(4000, { name: 'Anna' }), await pledge(6000, { name: 'Emre' })]
  const found = await suggestedFor(10_000, { name: 'Renate', text: `${a.number} und ${b.number}` })
  expect([found.at, found.state, found.split!.score]).toEqual([0, 'open', 95])
  const parts = found.split!.split.map(({ title: _title, ...part }) => part)
  expect((await act(found.id, 'match', { parts })).status).toBe(200)
  await checked()
  // A confirmed pledge is no candidate any more.
  const again = await suggestedFor(10_000, { name: 'Renate', text: `noch einmal ${a.number} ${b.number}` })
  expect(again.split).toBeUndefined()
})

test('the oldest of equally good pairs is suggested, with a score below certainty', async () => {
  const donor = { name: 'Petra Strasser', iban: donorIban }
  const pledges = [await pledge(5000, donor), await pledge(5000, donor), await pledge(5000, donor)]
  const text = pledges.map(({ number }) => number).join(' ')
  const { split } = await suggestedFor(10_000, { ...donor, text })
  expect(slugsOf(split)).toEqual([
    [pledges[0]!.slug, 5000],
    [pledges[1]!.slug, 5000],
  ])
  expect(split!.score).toBe(89)
})

test('suggests two payouts to one organization, and two claims on one', async () => {
  const { id: organization_id } = await createOrganization(app.db, {
    title: 'Turnverein Lindenau',
    iban: donorIban,
  })
  for (const [title, cents] of [
    ['Hallenboden', 12_000],
    ['Sprungkasten', 13_500],
  ] as const) {
    const project = await createProject(app.db, { title, organization_id, needs: [1_000_000] })
    await createGift(app.db, project, cents)
  }
  await settleAll(app.db, app.clock.now, '2026-11-19')
  await createPayout(app.db, { amount_cents: 11_500, organization: { title: 'Musikverein' } })
  const out = await suggestedFor(-25_500, {
    name: 'TURNVEREIN LINDENAU E.V.',
    iban: donorIban,
    text: 'Sammler',
  })
  expect(out.at).toBe(0)
  expect(out.split!.split.map(({ target_type, amount_cents }) => [target_type, amount_cents])).toEqual([
    ['payout', 12_000],
    ['payout', 13_500],
  ])
  expect(out.split!.why.filter(({ met }) => met).map(({ reason }) => reason)).toEqual([
    'amount',
    'iban',
    'name',
  ])
  // 120.00 + 115.00 go to two organizations.
  expect((await suggestedFor(-23_500, { name: 'Turnverein Lindenau', text: 'x' })).split).toBeUndefined()
  const parts = out.split!.split.map(({ title: _title, ...part }) => part)
  expect((await act(out.id, 'match', { parts })).status).toBe(200)
  await checked()

  const claims = [
    await createClaim(app, { title: 'Matten', organization_id, amount_cents: 30_000 }),
    await createClaim(app, { title: 'Tore', organization_id, amount_cents: 2500 }),
  ]
  const back = await suggestedFor(32_500, { name: 'Turnverein Lindenau', text: 'Rückzahlung' })
  expect(slugsOf(back.split)).toEqual([
    [claims[0], 30_000],
    [claims[1], 2500],
  ])
  expect(back.split!.split[0]!.title).toBe('Turnverein Lindenau: Matten')
})

test('suggests first the two projects whose amounts the text names, and the suggested parts can be matched', async () => {
  const wall = await createProject(app.db, { title: 'Neue Kletterwand Am Weiher' })
  const garden = await createProject(app.db, { title: 'Schulgarten mit Hochbeeten' })
  const found = await suggestedFor(48_000, {
    text: 'SPENDE KINDERFEST KLETTERWAND 300 SCHULGARTEN 180 DANKE',
  })
  expect([found.at, found.state]).toEqual([0, 'open'])
  expect(slugsOf(found.split)).toEqual([
    [wall.slug, 30_000],
    [garden.slug, 18_000],
  ])
  const parts = found.split!.split.map(({ title: _title, ...part }) => part)
  expect((await act(found.id, 'match', { parts })).status).toBe(200)
  await checked()
})

test.each(['recovery_claim', 'private_donation', 'project', 'payout'])(
  'a %s that does not exist is rejected at its part',
  async (target_type) => {
    const cents = target_type === 'payout' ? -500 : 500
    const { id } = await oneLine(cents)
    const { status, body } = await act(id, 'match', {
      parts: [{ target_type, target_slug: 'nobody', amount_cents: 500 }],
    })
    expect([status, body]).toEqual([400, { 'parts.0': [expect.any(String)] }])
  },
)
