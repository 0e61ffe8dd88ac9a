import { sql } from 'kysely'
import { addDays, type Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { InvalidInput } from '#server/errors.ts'
import { postBudgetGrant } from '#features/ledger/server/budgets.ts'
import { lockClaim, postClaimReturn, postClaimWriteOff } from '#features/ledger/server/claims.ts'
import { postDefunding } from '#features/ledger/server/defund.ts'
import { type Budget, postInternalFunding } from '#features/ledger/server/fund.ts'
import { postConfirmedGift } from '#features/ledger/server/gifts.ts'
import { closeMonth, monthOf } from '#features/ledger/server/months.ts'
import {
  cancelPayouts,
  lockPayouts,
  markArrived,
  markPaid,
  type PayoutState,
  unmarkPaid,
} from '#features/ledger/server/payouts.ts'
import { settle } from '#features/ledger/server/settle.ts'
import { createProject } from './factories.ts'
import {
  intakeMoves,
  type IntakeMove,
  intakePlan,
  ModelProvider,
  openProvider,
  providerCode,
} from './money-world-intake.ts'
import { type Line, type SittingMove, sittingMoves, sittingPlan } from './money-world-sitting.ts'

/** Everything that can happen to money, by name. */
export const moneyMoves = [
  'gift',
  'fund',
  'settle',
  'pay',
  'unmark',
  'cancel',
  'arrive',
  'defund',
  'return',
  'write off',
  'grant',
  'close month',
  'next day',
  ...sittingMoves,
  ...intakeMoves,
] as const
/** One move: what, and three numbers that choose whom and how much. */
export type MoneyMove = { kind: (typeof moneyMoves)[number]; a: number; b: number; c: number }

export type Gift = {
  company: number | undefined
  type: number
  amount: number
  state:
    | 'pledged'
    | 'failed'
    | 'confirmed'
    | 'settled'
    | 'paid_out'
    | 'reversed'
    | 'recovery_open'
    | 'recovered'
  payout: number | undefined
  /** Of a private donation. */
  given?: PrivateGift
}
/** What the model knows of a private donation beside what all gifts have; cents. */
export type PrivateGift = {
  id: number
  slug: string
  pledged?: number
  returned: number
  /** Refunded and not out of the house yet. */
  owed: number
  /** What a payout had paid out when the gift was charged back. */
  charged: number
  line?: Line
  /** The provider's number of it. */
  ref?: string
}
export type Payout = {
  id: number
  slug: string
  state: PayoutState
  cents: number
  settledOn: Day
  gifts: Gift[]
  arrived: boolean
  line?: Line | undefined
}
type Claim = { slug: string; gift: Gift; open: number }
export type Project = {
  id: number
  slug: string
  title: string
  organization_id: number
  target: number
  gifts: Gift[]
}

/** What is left of a gift. */
export const leftOf = (gift: Gift) => gift.amount - (gift.given?.returned ?? 0)

/** What came of a move: it happened, was refused with this code, or there was nothing to do it to. */
export type Outcome = 'done' | 'nothing' | (string & {})

const now = new Date('2026-11-21T11:00:00Z')

/**
 * A plain model of the money beside the real events: projects, companies, payouts and claims in memory. Each move is
 * made on both; a move that the model says is refused must be refused with that code, and the other way round.
 */
export class MoneyWorld {
  readonly #db: Db
  day: Day = '2026-03-01'
  readonly closed = new Set<string>()
  readonly projects: Project[] = []
  readonly budgets: (Budget & { title: string; left: number })[] = []
  readonly payouts: Payout[] = []
  readonly claims: Claim[] = []
  readonly lines: Line[] = []
  readonly provider = new ModelProvider()
  /** What each of the provider's numbers means now. */
  readonly providerGifts = new Map<string, Gift & { given: PrivateGift }>()
  /** What the provider owes the house, in cents. */
  psp = 0
  #calls = 0

  constructor(db: Db) {
    this.#db = db
  }

  /** Makes projects of these needs, in cents, and companies with these budgets. */
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

  /** What the model says each project has reached: allocated, settled, paid, arrived. */
  stages(): number[][] {
    const sum = (gifts: Gift[]) =>
      gifts.reduce((cents, gift) => cents + (gift.given?.charged || leftOf(gift)), 0)
    return this.projects.map(({ gifts }) => {
      const live = gifts.filter((gift) => ['confirmed', 'settled', 'paid_out'].includes(gift.state))
      // What a donor's bank took back was paid all the same.
      const charged = gifts.filter((gift) => gift.given?.charged)
      const settled = [...live.filter((gift) => gift.state !== 'confirmed'), ...charged]
      const paid = [...live.filter((gift) => gift.state === 'paid_out'), ...charged]
      const arrived = paid.filter((gift) => this.payouts.find(({ id }) => id === gift.payout)?.arrived)
      return [sum(live), sum(settled), sum(paid), sum(arrived)]
    })
  }

  /** Makes a move on both sides; throws where they do not agree. */
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

  context(): AuditContext {
    return { actor: { id: null, name: 'Model' }, now, requestId: `call-${(this.#calls += 1)}` }
  }

  #plan(move: MoneyMove): Plan | undefined {
    const project = this.projects[move.a % this.projects.length]!
    const budget = this.budgets[move.a % Math.max(1, this.budgets.length)]!
    const payoutIn = (...states: PayoutState[]) => {
      const found = this.payouts.filter((payout) => states.includes(payout.state))
      return found[move.a % Math.max(1, found.length)]
    }
    const claim = this.claims.filter(({ open }) => open > 0)[move.a % Math.max(1, this.claims.length)]
    switch (move.kind) {
      default:
        return isIntake(move.kind) ? intakePlan(this, move.kind, move) : sittingPlan(this, move.kind, move)
      case 'gift':
        return this.#gift(project, move)
      case 'fund':
        return this.#fund(project, this.budgets[move.b % this.budgets.length]!, move)
      case 'settle':
        return this.#settle()
      case 'pay':
        return this.#pay(payoutIn('open', 'exported'))
      case 'unmark':
        return this.#unmark(payoutIn('marked_paid'))
      case 'cancel':
        return this.#cancel(payoutIn('open', 'exported'))
      case 'arrive':
        return this.#arrive(payoutIn('marked_paid'))
      case 'defund':
        return this.#defund(project, move.b % 2 === 0)
      case 'return':
        return claim && this.#return(claim, 1 + (move.b % (claim.open + 1)))
      case 'write off':
        return claim && this.#writeOff(claim)
      case 'grant':
        return this.#grant(budget, 1 + move.b)
      case 'close month':
        return this.#close()
      case 'next day':
        this.day = addDays(this.day, 1 + (move.a % 20))
        return undefined
    }
  }

  #gift(project: Project, { b, c }: MoneyMove): Plan {
    const gift: Gift = {
      company: undefined,
      type: 1 + (c % 4),
      amount: 1 + (b % (project.target * 2)),
      state: 'confirmed',
      payout: undefined,
    }
    return {
      run: (tx) =>
        postConfirmedGift(tx, {
          project_id: project.id,
          funding_type: gift.type as 1,
          amount_cents: gift.amount,
          received_on: this.day,
          source: 'test',
          note: '',
          created_by: null,
          now,
        }),
      keep: () => project.gifts.push(gift),
    }
  }

  #fund(project: Project, budget: (typeof this.budgets)[number], { c }: MoneyMove): Plan {
    const [allocated] = this.stages()[this.projects.indexOf(project)]!
    const missing = Math.max(0, project.target - allocated!)
    // Now and then more than is missing.
    const amount = 1 + (c % Math.max(1, Math.floor(missing * 1.1) + 1))
    const type = 1 + (c % 4)
    return {
      refused: amount > missing ? 'exceeds_missing' : amount > budget.left ? 'budget_exceeded' : undefined,
      run: async (tx) => {
        await lockProject(tx, project)
        await postInternalFunding(tx, this.context(), {
          project,
          company: budget,
          budget,
          funding_type: type as 1,
          amount_cents: amount,
          business_day: this.day,
          note: '',
        })
      },
      keep: () => {
        budget.left -= amount
        project.gifts.push({ company: budget.id, type, amount, state: 'confirmed', payout: undefined })
      },
    }
  }

  #settle(): Plan {
    let made: MadePayout[] = []
    return {
      run: async (tx) => {
        const last = await tx
          .selectFrom('payouts')
          .select((on) => on.fn.max('id').as('id'))
          .executeTakeFirst()
        await settle(tx, this.context(), { business_day: this.day, atMost: 10_000 })
        made = await payoutsSince(tx, last?.id ?? 0)
      },
      keep: () => {
        this.settled(this.projects, made)
        if (made.length > 0) throw new Error(`${made.length} payouts were made that were not due`)
      },
    }
  }

  /** What waited in these projects was settled: takes its payouts out of those that were made. */
  settled(projects: readonly Project[], made: MadePayout[]): void {
    for (const project of projects)
      for (const type of [1, 2, 3, 4]) {
        const gifts = project.gifts.filter((gift) => gift.state === 'confirmed' && gift.type === type)
        if (gifts.length === 0) continue
        const at = made.findIndex((one) => one.project_id === project.id && one.funding_type === type)
        const [payout] = at < 0 ? [] : made.splice(at, 1)
        if (!payout) throw new Error(`no payout was made for ${project.title} of type ${type}`)
        const cents = gifts.reduce((sum, gift) => sum + leftOf(gift), 0)
        const { id, slug } = payout
        this.payouts.push({ id, slug, state: 'open', cents, settledOn: this.day, gifts, arrived: false })
        for (const gift of gifts) Object.assign(gift, { state: 'settled', payout: id })
      }
  }

  #pay(payout: Payout | undefined): Plan | undefined {
    return (
      payout && {
        run: async (tx) =>
          markPaid(tx, this.context(), await lockPayouts(tx, { ids: [payout.id] }), {
            paid_on: this.day,
            reference: '',
          }),
        keep: () => {
          payout.state = 'marked_paid'
          for (const gift of payout.gifts) gift.state = 'paid_out'
        },
      }
    )
  }

  #unmark(payout: Payout | undefined): Plan | undefined {
    return (
      payout && {
        refused: payout.gifts.some((gift) => gift.state !== 'paid_out')
          ? 'claim_open'
          : payout.line
            ? 'payout_on_statement'
            : undefined,
        run: async (tx) =>
          unmarkPaid(tx, this.context(), await lockPayouts(tx, { ids: [payout.id] }), {
            reason: 'x',
            business_day: this.day,
          }),
        keep: () => {
          Object.assign(payout, { state: 'open', arrived: false })
          for (const gift of payout.gifts) gift.state = 'settled'
        },
      }
    )
  }

  #cancel(payout: Payout | undefined): Plan | undefined {
    return (
      payout && {
        run: async (tx) =>
          cancelPayouts(tx, this.context(), await lockPayouts(tx, { ids: [payout.id] }), {
            reason: 'x',
            business_day: this.day,
          }),
        keep: () => cancelled(payout),
      }
    )
  }

  #arrive(payout: Payout | undefined): Plan | undefined {
    if (!payout) return undefined
    return {
      run: async (tx) =>
        markArrived(tx, this.context(), await lockPayouts(tx, { ids: [payout.id] }), {
          arrived_on: this.day,
          note: '',
        }),
      keep: () => (payout.arrived = true),
    }
  }

  #defund(project: Project, acknowledged: boolean): Plan {
    const live = project.gifts.filter(
      (gift) => gift.company !== undefined && ['confirmed', 'settled', 'paid_out'].includes(gift.state),
    )
    const paid = live.filter((gift) => gift.state === 'paid_out')
    let opened: { slug: string; amount_cents: number }[] = []
    return {
      refused:
        live.length === 0
          ? 'nothing_to_defund'
          : paid.length > 0 && !acknowledged
            ? 'marked_payments'
            : undefined,
      run: async (tx) => {
        await lockProject(tx, project)
        const last = await tx
          .selectFrom('recovery_claims')
          .select((on) => on.fn.max('id').as('id'))
          .executeTakeFirst()
        await postDefunding(tx, this.context(), {
          project,
          reason: 'x',
          business_day: this.day,
          acknowledged,
        })
        opened = await tx
          .selectFrom('recovery_claims')
          .select(['slug', 'amount_cents'])
          .where('id', '>', last?.id ?? 0)
          .orderBy('id')
          .execute()
      },
      keep: () => {
        for (const id of new Set(live.filter((gift) => gift.state === 'settled').map((gift) => gift.payout)))
          cancelled(this.payouts.find((payout) => payout.id === id)!)
        for (const gift of live.filter((one) => one.state === 'confirmed')) {
          gift.state = 'reversed'
          this.budgets.find((budget) => budget.id === gift.company)!.left += gift.amount
        }
        for (const [at, gift] of paid.entries()) {
          gift.state = 'recovery_open'
          this.claims.push({ slug: opened[at]!.slug, gift, open: gift.amount })
        }
      },
    }
  }

  #return(claim: Claim, amount: number): Plan {
    return {
      refused: amount > claim.open ? 'claim_exceeded' : undefined,
      run: async (tx) =>
        postClaimReturn(tx, this.context(), await lockClaim(tx, claim.slug), {
          amount_cents: amount,
          received_on: this.day,
          note: '',
        }),
      keep: () => {
        claim.open -= amount
        this.budgets.find((budget) => budget.id === claim.gift.company)!.left += amount
        if (claim.open === 0) claim.gift.state = 'recovered'
      },
    }
  }

  #writeOff(claim: Claim): Plan {
    return {
      run: async (tx) =>
        postClaimWriteOff(tx, this.context(), await lockClaim(tx, claim.slug), {
          reason: 'x',
          business_day: this.day,
        }),
      keep: () => {
        claim.open = 0
        claim.gift.state = 'recovered'
      },
    }
  }

  #grant(budget: (typeof this.budgets)[number], amount_cents: number): Plan {
    return {
      run: (tx) =>
        postBudgetGrant(tx, {
          company_id: budget.company_id,
          amount_cents,
          business_day: this.day,
          created_by: null,
          now,
        }),
      keep: () => (budget.left += amount_cents),
    }
  }

  #close(): Plan {
    const month = monthOf(addDays(monthOf(this.day), -1))
    return {
      refused: this.closed.has(month) ? 'month_closed' : undefined,
      run: (tx) => closeMonth(tx, this.context(), { month, reason: 'x', today: this.day }),
      keep: () => this.closed.add(month),
    }
  }

  /** Compares what the model and the database say; empty when they agree. */
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

/** What is done, what the model does where it is not refused, and with which code it is; `outside` of a transaction. */
export type Plan = {
  run: (tx: Db) => Promise<unknown>
  keep?: () => unknown
  refused?: string | undefined
  outside?: boolean
}

/** A payout that was made. */
export type MadePayout = { id: number; slug: string; project_id: number; funding_type: number }

/** The payouts made since one. */
export const payoutsSince = (tx: Db, last: number): Promise<MadePayout[]> =>
  tx
    .selectFrom('payouts')
    .select(['id', 'slug', 'project_id', 'funding_type'])
    .where('id', '>', last)
    .orderBy('id')
    .execute()

/** A private donation in the model. */
export function newGift(
  amount: number,
  given: { id: number; slug: string },
  more: Partial<PrivateGift> = {},
): Gift & { given: PrivateGift } {
  const { id, slug } = given
  return {
    company: undefined,
    type: 1,
    amount,
    state: more.pledged === undefined ? 'confirmed' : 'pledged',
    payout: undefined,
    given: { id, slug, returned: 0, owed: 0, charged: 0, ...more },
  }
}

const isIntake = (kind: SittingMove | IntakeMove): kind is IntakeMove =>
  (intakeMoves as readonly string[]).includes(kind)

/** A payout was cancelled: its gifts wait for the next one. */
export function cancelled(payout: Payout): void {
  payout.state = 'cancelled'
  for (const gift of payout.gifts) Object.assign(gift, { state: 'confirmed', payout: undefined })
}

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

const lockProject = (tx: Db, { id }: Project) =>
  tx.selectFrom('projects').select('id').where('id', '=', id).forNoKeyUpdate().execute()
