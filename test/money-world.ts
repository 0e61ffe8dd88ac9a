import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { InvalidInput } from '#server/base/errors.ts'
import { createProject } from './factories.ts'
import { fundingMoves, fundingPlan, type FundingMove } from './money-world-funding.ts'
import { type GiftMove, giftMoves, giftPlan } from './money-world-gifts.ts'
import { intakeMoves, type IntakeMove, intakePlan, openProvider } from './money-world-intake.ts'
import { lineMoves, type LineMove, linePlan } from './money-world-lines.ts'
import { type Chance, MoneyModel, now, type Plan } from './money-world-model.ts'
import { providerCode } from './money-world-provider.ts'

/** All possible moves of money, by name. */
export const moneyMoves = [...fundingMoves, 'next day', ...giftMoves, ...lineMoves, ...intakeMoves] as const
/** One move: its kind, and three numbers that choose target and amount. */
export type MoneyMove = Chance & { kind: (typeof moneyMoves)[number] }

/** The result of a move: done, refused with this code, or without a target. */
export type Outcome = 'done' | 'nothing' | (string & {})

/**
 * The plain model beside the real events. Each move is made on both; a move that the model refuses must be refused with
 * that code, and vice versa.
 */
export class MoneyWorld extends MoneyModel {
  readonly #db: Db

  constructor(db: Db) {
    super()
    this.#db = db
  }

  /** Creates projects with these needs, in cents, and companies with these budgets. */
  async open(needs: readonly number[], budgets: readonly number[]): Promise<void> {
    for (const target of needs) {
      const { id, slug, title, organization_id } = await createProject(this.#db, { needs: [target] })
      this.projects.push({ id, slug, title, organization_id, target, gifts: [] })
    }
    for (const [n, left] of budgets.entries()) {
      const title = `Company ${n}`
      const { id: company_id } = await this.#db
        .insertInto('companies')
        .values({ slug: `company-${n}`, title, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id } = await this.#db
        .selectFrom('budgets')
        .select('id')
        .where('company_id', '=', company_id)
        .executeTakeFirstOrThrow()
      this.budgets.push({ id, company_id, is_general: true, title, left: 0 })
      await this.make({ kind: 'grant', a: n, b: left, c: 0 })
    }
    await openProvider(this.#db, this)
  }

  /** Makes a move on both sides; throws when they disagree. */
  async make(move: MoneyMove): Promise<Outcome> {
    const expected = this.#plan(move)
    if (expected === undefined) return 'nothing'
    let outcome: Outcome = 'done'
    try {
      if (expected.outside) await expected.run(this.#db)
      else await this.#db.transaction().execute((tx) => expected.run(tx))
    } catch (error) {
      outcome = error instanceof InvalidInput ? 'invalid' : ((error as { code?: string }).code ?? '')
      if (outcome === '' || outcome !== expected.refused)
        throw new Error(`${JSON.stringify(move)}: ${String(error)}`, { cause: error })
      return outcome
    }
    if (expected.refused) throw new Error(`${JSON.stringify(move)} should be refused: ${expected.refused}`)
    expected.keep?.()
    return outcome
  }

  #plan(move: MoneyMove): Plan | undefined {
    const { kind } = move
    if (kind === 'next day') {
      this.day = addDays(this.day, 1 + (move.a % 20))
      return undefined
    }
    if (isOf<FundingMove>(fundingMoves, kind)) return fundingPlan(this, kind, move)
    if (isOf<GiftMove>(giftMoves, kind)) return giftPlan(this, kind, move)
    if (isOf<LineMove>(lineMoves, kind)) return linePlan(this, kind, move)
    return intakePlan(this, kind satisfies IntakeMove, move)
  }

  /** Compares model and database; empty when they agree. */
  async differences(): Promise<unknown[]> {
    const found: unknown[] = []
    const compare = (what: string, model: unknown, kept: unknown) => {
      if (JSON.stringify(model) !== JSON.stringify(kept)) found.push({ what, model, kept })
    }
    const projects = await this.#db
      .selectFrom('projects')
      .select(['funded_cents', 'settled_cents', 'paid_cents', 'arrived_cents'])
      .orderBy('id')
      .execute()
    compare(
      'stages',
      this.stages(),
      projects.map((row) => Object.values(row)),
    )
    const { rows: left } = await sql<{ cents: number }>`
      select coalesce(balance_cents, 0) as cents from companies
      left join ledger_accounts on kind = 'budget_available' and company_id = companies.id
      order by companies.id`.execute(this.#db)
    compare(
      'budgets',
      this.budgets.map((budget) => budget.left),
      left.map((row) => row.cents),
    )
    const states = async (table: 'payouts' | 'fundings') => {
      const rows = await this.#db
        .selectFrom(table)
        .select((on) => [
          'state',
          on.fn.countAll<number>().as('n'),
          on.fn.sum<number>('amount_cents').as('cents'),
        ])
        .groupBy('state')
        .orderBy('state')
        .execute()
      return rows.map((row) => [row.state, Number(row.n), Number(row.cents)])
    }
    const gifts = this.projects.flatMap((project) => project.gifts)
    compare('gifts', tally(gifts.map(({ state, amount }) => ({ state, amount }))), await states('fundings'))
    compare(
      'payouts',
      tally(this.payouts.map(({ state, cents }) => ({ state, amount: cents }))),
      await states('payouts'),
    )
    const { rows: lines } = await sql<{ state: string; n: number; cents: number }>`
      select state, count(*)::int as n, sum(amount_cents)::bigint as cents from bank_lines
      group by state order by state`.execute(this.#db)
    compare(
      'lines',
      tally(this.lines.map(({ state, cents }) => ({ state, amount: cents }))),
      lines.map((row) => Object.values(row)),
    )
    const { rows: suspense } = await sql<{ cents: number }>`
      select coalesce(-sum(account_balance(id, null)), 0)::bigint as cents from ledger_accounts where kind = 'suspense'`.execute(
      this.#db,
    )
    const waiting = this.lines.filter(({ state }) => state !== 'matched')
    compare(
      'suspense',
      waiting.reduce((sum, { cents }) => sum + cents, 0),
      suspense[0]!.cents,
    )
    const { rows: sentBack } = await sql<{ by: number; of: number }>`
      select part.line_id as by, part.other_line_id as of from bank_line_parts part
      join bank_line_parts came on came.id = part.paired_with and came.undone_at is null
      where part.act = 'sent_back' and part.undone_at is null order by part.line_id, part.other_line_id`.execute(
      this.#db,
    )
    const sendings = this.lines.flatMap((line) =>
      (line.sendsBack ?? []).map((other) => ({ by: line.id, of: other.id })),
    )
    compare(
      'sent back',
      sendings.toSorted((one, other) => one.by - other.by || one.of - other.of),
      sentBack,
    )
    const { rows: claims } = await sql<{ cents: number }>`
      select coalesce(sum(open_cents), 0)::bigint as cents from recovery_claims`.execute(this.#db)
    compare(
      'claims',
      this.claims.reduce((sum, claim) => sum + claim.open, 0),
      claims[0]!.cents,
    )
    const { rows: held } = await sql<{ cents: number }>`
      select coalesce(sum(case when debit_account_id = psp.id then amount_cents else -amount_cents end), 0)::bigint as cents
      from ledger_rows join ledger_accounts psp on psp.id in (debit_account_id, credit_account_id)
      where psp.kind = 'psp' and psp.provider = ${providerCode}`.execute(this.#db)
    compare('psp', this.psp, held[0]!.cents)
    const deliveries = await this.#db
      .selectFrom('intake_deliveries')
      .select(['event_id', 'state', 'problem'])
      .orderBy('id')
      .execute()
    compare(
      'deliveries',
      this.provider.deliveries.map(({ event, state, problem }) => [event.id, state, problem]),
      deliveries.map((row) => Object.values(row)),
    )
    return found
  }
}

const isOf = <Kind extends string>(kinds: readonly Kind[], kind: string): kind is Kind =>
  (kinds as readonly string[]).includes(kind)

function tally(rows: { state: string; amount: number }[]): [string, number, number][] {
  const states = Map.groupBy(rows, (row) => row.state)
  return [...states]
    .map(([state, of]): [string, number, number] => [
      state,
      of.length,
      of.reduce((sum, row) => sum + row.amount, 0),
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
