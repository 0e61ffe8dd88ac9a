import { addDays, dayOf } from '#shared/dates.ts'
import type { Database } from '#server/db/db.ts'
import type { Case } from './lists.ts'

type Row = Record<string, unknown>
// oxlint-disable-next-line typescript/no-explicit-any -- answers are compared, not worked with
type Body = any

// Product and floor use different texts; these figures must be equal.
const journalFigures = (body: Body) => ({
  count: Math.min(body.count ?? body.n, 10_000),
  rows: (body.results ?? body.rows).map((row: Body) => [
    row.id,
    row.amount_cents,
    row.balance_cents,
    row.row_count,
    row.debit?.id ?? row.debit,
    row.debit?.code ?? row.debit_code,
    row.credit?.id ?? row.credit,
    row.credit?.code ?? row.credit_code,
    row.business_day,
    row.kind,
    row.note,
    row.actor_id ?? row.created_by ?? null,
    row.reverses_id,
    row.reversed_by_id,
    row.closed_at,
    row.created_at,
  ]),
})
const sheetFigures = (body: Body) => ({
  count: Math.min(body.count ?? body.n, 10_000),
  closing: body.closing_cents,
  account: [body.account.code, body.account.owner],
  rows: (body.results ?? body.rows).map((row: Body) => [
    row.id,
    row.transaction_id,
    row.business_day,
    row.note,
    row.other?.id ?? row.other,
    row.other?.code ?? row.other_code,
    row.amount_cents,
    row.balance_cents,
    row.closed_at,
  ]),
})
const sumFigures = ({ in_cents, out_cents, balance_cents }: Row) => [in_cents, out_cents, balance_cents]
const figuresOf = (row: Row) => [
  row.allocated_cents ?? row.cents,
  row.settled_cents,
  row.paid_cents,
  row.arrived_cents,
  row.refunded_cents,
  row.projects,
  row.organizations,
  row.donors,
]
/** Companies by their figures only: the floor knows them by number. */
const statisticsFigures = (body: Body) => {
  const series: Row[] = body.series ?? body.rows.filter((row: Row) => row.key !== null)
  return {
    totals: figuresOf(body.totals ?? body.rows.find((row: Row) => row.key === null)),
    // The product also lists empty months.
    series: series
      .map((row) => figuresOf(row).join(' '))
      .filter((row) => /[1-9]/.test(row))
      .toSorted(),
  }
}

/** Organizations and categories, in order; the floor has no totals of them. */
const receivedFigures = (body: Body) =>
  (body.series ?? body.rows).map((row: Row) => [row.key, ...figuresOf(row)].join(' '))

/** Money views that people use. */
export async function moneyCases({ pool }: Database): Promise<Case[]> {
  const { rows } = await pool.query(`select
    (select id from ledger_accounts where kind = 'bank' order by id limit 1) as bank,
    (select id from ledger_accounts where kind = 'project' and project_id = busy.id) as account, busy.slug
    from (select id, slug from projects order by funded_cents desc, id desc limit 1) busy`)
  const { bank, account, slug } = rows[0]
  const today = dayOf(new Date())
  const year = `date_from=${addDays(today, -730)}&date_to=${addDays(today, -366)}`
  const projects = (query: string) => `/api/v4/projects/?exclude_status=archived${query}`
  const journal = (query = '') => `/api/v4/logs/journal/${query}`
  const statistics = (query: string) => `/api/v4/statistics/?${year}&${query}`
  const ofJournal = { figures: journalFigures }
  const ofStatistics = { figures: statisticsFigures }
  return [
    { name: 'projects by what was allocated', path: projects('&ordering=-money') },
    { name: 'projects over their goal', path: projects('&money=over_goal') },
    {
      name: 'projects with something unpaid, by what was allocated',
      path: projects('&money=unpaid&ordering=-money'),
    },
    { name: 'journal: first page', path: journal(), ...ofJournal },
    { name: 'journal: the bank account', path: journal(`?account=${bank}`), ...ofJournal },
    {
      name: 'journal: sums of the bank account',
      path: `${journal('sums/')}?account=${bank}`,
      figures: sumFigures,
    },
    { name: 'journal: more than 500 euros', path: journal('?search=%3E500'), ...ofJournal },
    { name: 'journal: a project', path: journal(`?project=${slug}`), ...ofJournal },
    { name: 'sheet of the bank account', path: `/api/v4/logs/accounts/${bank}/`, figures: sheetFigures },
    { name: 'sheet of a project', path: `/api/v4/logs/accounts/${account}/`, figures: sheetFigures },
    { name: 'statistics of a year by month', path: statistics('group_by=month'), ...ofStatistics },
    { name: 'statistics of a year by type', path: statistics('group_by=funding_type'), ...ofStatistics },
    { name: 'statistics of a year by company', path: statistics('group_by=company'), ...ofStatistics },
    {
      name: 'statistics of a year by organization',
      path: statistics('group_by=organization'),
      figures: receivedFigures,
    },
    {
      name: 'statistics of a year by category',
      path: statistics('group_by=category'),
      figures: receivedFigures,
    },
    {
      name: 'statistics as of a past day',
      path: statistics(`group_by=month&as_of=${addDays(today, -400)}`),
      ...ofStatistics,
    },
  ]
}
