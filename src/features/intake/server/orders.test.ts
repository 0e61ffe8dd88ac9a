import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { deliver, makeProvider } from '#test/intake.ts'
import { settleAll } from '#test/money.ts'
import { costlyRuns } from '#test/runs.ts'

const app = useApp({ resets: false })

type SentEvent = { id: string; type: string; [key: string]: unknown }
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T12:00:00Z`

/** A provider's events on one gift, in their true order. */
const giftHistory = fc
  .record({
    project: fc.constantFrom('cafe', 'wall', 'nowhere'),
    cents: fc.integer({ min: 2, max: 9_000 }),
    came: fc.constantFrom('confirmed', 'failed', 'failed first'),
    refunds: fc.array(fc.integer({ min: 1, max: 4_000 }), { maxLength: 2 }),
    chargedBack: fc.boolean(),
  })
  .map(({ project, cents, came, refunds, chargedBack }, gift = 0) => ({
    project,
    cents,
    came,
    refunds,
    chargedBack,
    gift,
  }))

const history = fc.array(giftHistory, { minLength: 1, maxLength: 4 }).map((gifts) => {
  const told: SentEvent[] = gifts.flatMap(({ project, cents, came, refunds, chargedBack }, at_) => {
    const gift = `pay_${at_}`
    const say = (n: number, type: string, more: object = {}): SentEvent => ({
      id: `${gift}_${n}`,
      type,
      at: at(n + 1),
      gift,
      currency: 'EUR',
      ...more,
    })
    const events = [say(0, 'pledged', { project_slug: project, amount_cents: cents })]
    if (came !== 'confirmed') events.push(say(1, 'failed'))
    if (came === 'failed') return events
    events.push(say(2, 'confirmed', { amount_cents: cents }))
    let left = cents
    refunds.forEach((refund, n) => {
      const amount_cents = Math.min(refund, left - 1)
      if (amount_cents > 0) events.push(say(3 + n, 'refunded', { amount_cents }))
      left -= Math.max(0, amount_cents)
    })
    if (chargedBack) events.push(say(6, 'charged_back', { amount_cents: left }))
    return events
  })
  const payout = {
    id: 'po',
    type: 'paid_out',
    at: at(9),
    payout: 'po_1',
    amount_cents: 500,
    fee_cents: 20,
    currency: 'EUR',
  }
  return [...told, payout]
})

/** The ledger after delivering a history in this order and settling: sums by account, gifts, waiting deliveries. */
async function booksAfter(told: readonly { said: SentEvent; forged: boolean }[]) {
  await app.reset()
  await makeProvider(await app.as(['change_settings']))
  for (const title of ['cafe', 'wall']) await createProject(app.db, { title, slug: title, needs: [10_000] })
  for (const { said, forged } of told) {
    const { status } = await deliver(
      app,
      said,
      forged ? { secret: 'not the secret of the provider at all' } : {},
    )
    expect(status).toBe(forged ? 401 : 200)
  }
  await settleAll(app.db, app.clock.now)
  expect(await findLedgerDifferences(app.db)).toEqual([])
  const { rows: sums } = await sql`
    select kind, title, sum(cents)::bigint as cents from (
      select account.kind, coalesce(project.title, '') as title, row.amount_cents as cents
      from ledger_rows row join ledger_accounts account on account.id = row.debit_account_id
      left join projects project on project.id = account.project_id
      union all
      select account.kind, coalesce(project.title, ''), -row.amount_cents
      from ledger_rows row join ledger_accounts account on account.id = row.credit_account_id
      left join projects project on project.id = account.project_id) moved
    group by kind, title having sum(cents) <> 0 order by kind, title`.execute(app.db)
  const { rows: gifts } = await sql`
    select provider_ref, project.title, gift.state, gift.amount_cents, pledged_cents, returned_cents
    from fundings gift join projects project on project.id = gift.project_id order by provider_ref`.execute(
    app.db,
  )
  const { rows: deliveries } = await sql`
    select event_id, state, problem from intake_deliveries order by event_id`.execute(app.db)
  const { rows: funded } = await sql`select slug, funded_cents from projects order by slug`.execute(app.db)
  return { sums, gifts, deliveries, funded }
}

test('a provider’s events lead to the same books in any order, with any repeats and forged deliveries', async () => {
  await fc.assert(
    fc.asyncProperty(
      history.chain((told) =>
        fc.record({
          told: fc.constant(told),
          // Each event once, some repeated, some forged, in any order.
          order: fc
            .tuple(
              fc.array(fc.nat({ max: told.length - 1 }), { maxLength: 5 }),
              fc.array(fc.nat({ max: told.length - 1 }), { maxLength: 3 }),
            )
            .map(([again, forged]) => [
              ...[...told.keys(), ...again].map((n) => ({ said: told[n]!, forged: false })),
              ...forged.map((n) => ({ said: { ...told[n]!, amount_cents: 1 }, forged: true })),
            ])
            .chain((all) => fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
        }),
      ),
      async ({ told, order }) => {
        const straight = await booksAfter(told.map((said) => ({ said, forged: false })))
        expect(await booksAfter(order)).toEqual(straight)
      },
    ),
    { numRuns: costlyRuns(8) },
  )
})
