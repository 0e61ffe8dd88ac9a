import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type Day } from '#shared/dates.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { createProject } from '#test/factories.ts'
import { type Account, accountId, balanceOf, foldLedger, mainBank } from './accounts.ts'
import { findLedgerDifferences } from './checks.ts'
import { postConfirmedGifts, reverseGift } from './gifts.ts'
import { post, type Purpose, type Row } from './post.ts'
import { runs } from '#test/runs.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const now = new Date('2026-11-21T11:00:00Z')
const firstDay = '2026-11-01'
const anyDay = fc.nat(20).map((n) => addDays(firstDay, n))
const cents = fc.integer({ min: 1, max: 1_000_000 })
const some = fc.nat(40)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('gifts' as const),
      gifts: fc.array(fc.record({ project: fc.nat(2), cents, day: anyDay, past: fc.boolean() }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reversal' as const), which: some, day: anyDay }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      which: some,
      percent: fc.integer({ min: 1, max: 130 }),
      day: anyDay,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('settlement' as const), project: fc.nat(2), day: anyDay }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('budget' as const), cents, use: cents, day: anyDay }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rolled back' as const),
      project: fc.nat(2),
      cents,
      day: anyDay,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
)

type Gift = {
  id: number
  project: number
  amount: number
  left: number
  settled: number
  returned: boolean
  past: boolean
}

/** A plain in-memory model of the ledger: movements per account and day, and the amounts that count as received. */
class Model {
  entries: { account: string; day: Day; cents: number }[] = []
  counted: { project: number; day: Day; cents: number }[] = []
  gifts: Gift[] = []
  move(debit: string, credit: string, day: Day, amount: number) {
    this.entries.push({ account: debit, day, cents: amount }, { account: credit, day, cents: -amount })
  }
  balance(account: string, asOf: Day = '9999-12-31') {
    return this.entries.reduce(
      (sum, it) => (it.account === account && it.day <= asOf ? sum + it.cents : sum),
      0,
    )
  }
  received(project: number) {
    return this.counted.reduce((sum, it) => (it.project === project ? sum + it.cents : sum), 0)
  }
}

test('balances on any day, received amounts and daily totals equal those of a plain model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 18 }), async (steps) => {
      await database.reset()
      const { db } = database
      const types = [1, 2, 4] as const
      const projects: { id: number; funding_type: number }[] = []
      for (const funding_type of types) projects.push(await createProject(db, { funding_type }))
      const company = await db
        .insertInto('companies')
        .values({ slug: 'c', title: 'C', created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const model = new Model()
      const accounts = new Map<string, number>()
      const account = async (name: string, it: Account) => {
        const id = await accountId(db, it)
        accounts.set(name, id)
        return id
      }
      const bank = await mainBank(db)
      accounts.set('bank', bank)
      const projectAccount = (n: number) =>
        account(`project ${n}`, { kind: 'project', project_id: projects[n]!.id, funding_type: types[n]! })
      const write = (day: Day, rows: Row[]) =>
        db
          .transaction()
          .execute((tx) =>
            post(tx, { kind: 'gift_confirmed', business_day: day, created_by: null, now }, rows),
          )
      const giftOf = (gift: { project: number; cents: number; day: Day; past?: boolean }) => ({
        project_id: projects[gift.project]!.id,
        funding_type: types[gift.project]!,
        amount_cents: gift.cents,
        received_on: gift.day,
        source: 'test',
        note: '',
        created_by: null,
        now,
        is_past: gift.past,
      })
      let refused = 0

      for (const move of steps) {
        if (move.kind === 'gifts') {
          const ids = await db.transaction().execute((tx) => postConfirmedGifts(tx, move.gifts.map(giftOf)))
          for (const [n, gift] of move.gifts.entries()) {
            await projectAccount(gift.project)
            model.gifts.push({
              ...gift,
              id: ids[n]!,
              amount: gift.cents,
              left: gift.cents,
              settled: 0,
              returned: false,
            })
            // Past gifts went in and out on their day, and still count as received.
            if (!gift.past) model.move('bank', `project ${gift.project}`, gift.day, gift.cents)
            model.counted.push(gift)
          }
        } else if (move.kind === 'reversal') {
          const live = model.gifts.filter((gift) => gift.left > 0)
          const gift = live[move.which % (live.length || 1)]
          if (!gift) continue
          const reversal = { funding_id: gift.id, business_day: move.day, note: '', created_by: null, now }
          const attempt = db.transaction().execute((tx) => reverseGift(tx, reversal))
          if (gift.past || gift.returned) {
            await expect(attempt).rejects.toThrow(/does not become|exceed/)
            refused++
            continue
          }
          await attempt
          model.move(`project ${gift.project}`, 'bank', move.day, gift.amount)
          model.counted.push({ project: gift.project, day: move.day, cents: -gift.amount })
          gift.left = 0
        } else if (move.kind === 'refund') {
          const live = model.gifts.filter((gift) => gift.left > 0)
          const gift = live[move.which % (live.length || 1)]
          if (!gift) continue
          const part = Math.max(1, Math.floor((gift.left * move.percent) / 100))
          const name = `refund ${gift.id}`
          const refund = await account(name, { kind: 'refund', funding_id: gift.id })
          const row = (purpose: Purpose, debit: number, credit: number): Row => ({
            purpose,
            debit,
            credit,
            amount_cents: part,
            funding_id: gift.id,
          })
          const attempt = write(move.day, [
            row('refund', await projectAccount(gift.project), refund),
            row('refund_paid', refund, bank),
          ])
          if (part > gift.left) {
            await expect(attempt).rejects.toThrow('exceed')
            refused++
            continue
          }
          await attempt
          model.move(`project ${gift.project}`, 'bank', move.day, part)
          model.counted.push({ project: gift.project, day: move.day, cents: -part })
          gift.left -= part
          gift.returned = true
          await sql`update fundings set returned_cents = returned_cents + ${part} where id = ${gift.id}`.execute(
            db,
          )
          if (gift.left === 0)
            for (const state of gift.past ? ['settled', 'reversed'] : ['reversed'])
              await db.updateTable('fundings').set({ state }).where('id', '=', gift.id).execute()
        } else if (move.kind === 'settlement') {
          const due = model.gifts
            .filter((gift) => gift.project === move.project && !gift.past)
            .map((gift) => ({ gift, cents: gift.left - gift.settled }))
            .filter(({ cents }) => cents > 0)
          const open = due.reduce((sum, { cents }) => sum + cents, 0)
          if (open === 0) continue
          for (const { gift, cents } of due) gift.settled += cents
          const payout = await db
            .insertInto('payouts')
            .values({
              slug: `payout-${accounts.size}-${model.entries.length}`,
              number: `AZ-${accounts.size}-${model.entries.length}`,
              project_id: projects[move.project]!.id,
              funding_type: types[move.project]!,
              amount_cents: open,
              state: 'open',
              settled_on: move.day,
              created_at: now,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          const name = `payable ${payout.id}`
          const payable = await account(name, { kind: 'payable', payout_id: payout.id })
          const debit = await projectAccount(move.project)
          const rows = (purpose: Purpose, from: number, to: number) =>
            due.map(({ gift, cents }): Row => ({
              purpose,
              debit: from,
              credit: to,
              amount_cents: cents,
              funding_id: gift.id,
            }))
          await write(move.day, rows('settlement', debit, payable))
          model.move(`project ${move.project}`, name, move.day, open)
          const paidOn = addDays(move.day, 2)
          await write(paidOn, rows('payout', payable, bank))
          model.move(name, 'bank', paidOn, open)
        } else if (move.kind === 'budget') {
          const left = await account('left', { kind: 'budget_available', company_id: company.id })
          const used = await account('used', { kind: 'budget_used', company_id: company.id })
          await write(move.day, [
            { purpose: 'budget_grant', debit: left, credit: used, amount_cents: move.cents },
          ])
          model.move('left', 'used', move.day, move.cents)
          const attempt = write(move.day, [
            { purpose: 'budget_use', debit: used, credit: left, amount_cents: move.use },
          ])
          if (move.use > model.balance('left')) {
            await expect(attempt).rejects.toThrow('budget_not_negative')
            refused++
          } else {
            await attempt
            model.move('used', 'left', move.day, move.use)
          }
        } else if (move.kind === 'rolled back') {
          const stop = new Error('roll back')
          const failing = db.transaction().execute(async (tx) => {
            await postConfirmedGifts(tx, [giftOf(move)])
            throw stop
          })
          await expect(failing).rejects.toBe(stop)
        } else await foldLedger(db)
      }

      for (const [name, id] of accounts) {
        expect([name, await balanceOf(db, id)]).toEqual([name, model.balance(name)])
        for (let n = -1; n <= 23; n += 4) {
          const day = addDays(firstDay, n)
          expect([name, day, await balanceOf(db, id, day)]).toEqual([name, day, model.balance(name, day)])
        }
      }
      const kept = await db.selectFrom('projects').select('funded_cents').orderBy('id').execute()
      expect(kept.map((row) => row.funded_cents)).toEqual([0, 1, 2].map((n) => model.received(n)))
      const totals = await sql<{ day: Day; type: number; cents: number }>`
        select business_day as day, funding_type as type, sum(cents)::bigint as cents
        from funding_totals group by 1, 2 having sum(cents) <> 0 order by 1, 2`.execute(db)
      const expected = [...Map.groupBy(model.counted, (it) => `${it.day} ${types[it.project]!}`)]
        .map(([key, all]) => ({
          day: key.slice(0, 10),
          type: Number(key.slice(11)),
          cents: all.reduce((sum, it) => sum + it.cents, 0),
        }))
        .filter((it) => it.cents !== 0)
        .sort((a, b) => a.day.localeCompare(b.day) || a.type - b.type)
      expect(totals.rows).toEqual(expected)
      expect(await findLedgerDifferences(db)).toEqual([])
      await sql`select rebuild_ledger_sums()`.execute(db)
      expect(await findLedgerDifferences(db)).toEqual([])
      expect(await balanceOf(db, bank)).toBe(model.balance('bank'))
    }),
    { numRuns: runs(3) },
  )
}, 600_000)
