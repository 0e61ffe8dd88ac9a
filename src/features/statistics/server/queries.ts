import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { allOf, paging } from '#server/lists/list-query.ts'
import { text, textOf } from '#server/base/texts.ts'
import { type FundingType, fundingTypes } from '#features/ledger/funding-types.ts'
import type { Figures, Group } from '../contract.ts'
import { monthsOf } from '#shared/periods.ts'
import { type FigureName, figureNames, type Grouping } from '../rules.ts'
import { type Grouped, giftCounts } from './gift-counts.ts'
import type { FigurePeriod } from './kept-cells.ts'
import { categoriesOf, mostOf } from './organization-figures.ts'

type Sums = Pick<
  Figures,
  'allocated_cents' | 'settled_cents' | 'paid_cents' | 'arrived_cents' | 'refunded_cents'
>
type Keys = { key: string | null; type: FundingType | null }

const sums = sql`
  coalesce(sum(cents), 0)::bigint as allocated_cents, coalesce(sum(settled_cents), 0)::bigint as settled_cents,
  coalesce(sum(paid_cents), 0)::bigint as paid_cents, coalesce(sum(arrived_cents), 0)::bigint as arrived_cents,
  coalesce(sum(refunded_cents), 0)::bigint as refunded_cents`

const totalsIn = ({ from, to, as_of }: FigurePeriod) => sql`
  funding_totals where business_day between ${from}::date and ${to}::date
    and (${as_of}::date is null or posted_on <= ${as_of}::date)`

const none: Figures = {
  allocated_cents: 0,
  settled_cents: 0,
  paid_cents: 0,
  arrived_cents: 0,
  refunded_cents: 0,
  projects: 0,
  organizations: 0,
  donors: 0,
}

/**
 * All figures of a period, in total and per group: months by time, types by number, others by allocated sum. Reads one
 * snapshot.
 */
export function statisticsOf(
  db: Db,
  asked: FigurePeriod,
  group_by: Grouping,
  locale: Locale,
): Promise<{ totals: Figures; series: Group[]; subtotals: Group[] }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      const byWhom = group_by === 'organization' || group_by === 'category'
      const { totals, groups } = await keptFigures(
        moment,
        asked,
        groupedBy(byWhom ? 'funding_type' : group_by),
      )
      const subtotals: Group[] = []
      if (group_by === 'organization')
        return { totals, series: await byOrganization(moment, asked), subtotals }
      if (group_by === 'category')
        return { totals, series: await byCategory(moment, asked, locale), subtotals }
      const series = await named(moment, groups, group_by, asked, locale)
      if (group_by === 'company') subtotals.push(...(await ofCompanies(moment, asked, series)))
      return { totals, series, subtotals }
    })
}

/** Sums from the stored totals and counts from the stored participant sets, in total and per group. */
async function keptFigures(db: Db, asked: FigurePeriod, by: ReturnType<typeof groupedBy>) {
  const { rows } = await sql<Sums & Keys & { is_total: boolean }>`
    select key, type, grouping(key, type) = 3 as is_total, ${sums}
    from (select *, ${by.totals} as key, ${by.type} as type from ${totalsIn(asked)}) day
    group by grouping sets ((key, type), ())`.execute(db)
  const counts = await giftCounts(db, asked, by)
  const figures = rows.map(({ is_total, ...row }) => {
    const known = is_total ? counts.all : counts.groups.get(`${row.key} ${row.type}`)
    return { is_total, figures: { ...row, ...(known ?? { projects: 0, organizations: 0, donors: 0 }) } }
  })
  const all = figures.find((row) => row.is_total)!.figures
  return {
    totals: figuresOf(all),
    // Stored sums keep groups whose bookings cancel out, such as after undoing an import.
    groups: figures.filter((row) => !row.is_total && saysSomething(row.figures)).map((row) => row.figures),
  }
}

const saysSomething = (row: Figures | FigureRow) =>
  Object.entries(row).some(([name, figure]) => name in none && figure !== 0)

/** Groupings by a gift's own fields; the other ones need the project's organization. */
type GiftGrouping = Exclude<Grouping, 'organization' | 'category'>

function groupedBy(
  group_by: GiftGrouping,
): Grouped & { totals: RawBuilder<unknown>; type: RawBuilder<unknown> } {
  const noType = sql`null::smallint`
  if (group_by === 'month')
    return {
      name: group_by,
      totals: sql`to_char(business_day::timestamp, 'YYYY-MM')`,
      type: noType,
      keyOf: ({ month }) => `${month} null`,
    }
  if (group_by === 'funding_type')
    return {
      name: group_by,
      totals: sql`funding_type::text`,
      type: noType,
      keyOf: ({ funding_type }) => `${funding_type} null`,
    }
  return {
    name: group_by,
    totals: sql`company_id::text`,
    type: sql`funding_type`,
    keyOf: ({ company_id, funding_type }) => `${company_id || null} ${funding_type}`,
  }
}

type FigureRow = Figures & Keys

/** The figures of a group without its key. */
function figuresOf(row: FigureRow): Figures {
  const { key: _, type: __, ...figures } = row
  return figures
}

async function named(
  db: Db,
  figures: FigureRow[],
  group_by: GiftGrouping,
  asked: FigurePeriod,
  locale: Locale,
): Promise<Group[]> {
  const typeText = (type: FundingType) => textOf(locale, fundingTypes[type].text)
  if (group_by === 'month') {
    const types = await typesByMonth(db, asked)
    const found = new Map(figures.map((row) => [row.key!, row]))
    return monthsOf(asked).map((key) => {
      const row = found.get(key) ?? { ...none, key, type: null }
      return { ...figuresOf(row), key, title: key, funding_type: null, by_type: types.get(key) ?? noTypes }
    })
  }
  if (group_by === 'funding_type')
    return figures
      .toSorted((a, b) => Number(a.key) - Number(b.key))
      .map((row) => ({
        ...figuresOf(row),
        key: row.key!,
        title: typeText(Number(row.key) as FundingType),
        funding_type: null,
        by_type: null,
      }))
  const companies = await db.selectFrom('companies').select(['id', 'slug', 'title']).execute()
  const of = new Map(companies.map((company) => [String(company.id), company]))
  return figures
    .toSorted((a, b) => b.allocated_cents - a.allocated_cents)
    .map(({ type, ...row }) => ({
      ...row,
      key: row.key === null ? 'private' : of.get(row.key)!.slug,
      title: row.key === null ? text(locale, 'statistics.private_donors') : of.get(row.key)!.title,
      funding_type: { choice: type!, display: typeText(type!) },
      by_type: null,
    }))
}

/** Sums per company over its rows, counting participants once over all of them; largest first. */
async function ofCompanies(db: Db, asked: FigurePeriod, series: readonly Group[]): Promise<Group[]> {
  const keyOf = ({ company_id }: { company_id: number }) => String(company_id)
  const { groups: counts } = await giftCounts(db, asked, { name: 'companies', keyOf })
  const companies = await db.selectFrom('companies').select(['id', 'slug']).execute()
  const idOf = new Map([['private', 0], ...companies.map(({ id, slug }): [string, number] => [slug, id])])
  return [...Map.groupBy(series, (row) => row.key)]
    .map(([key, rows]) => ({
      ...none,
      ...counts.get(String(idOf.get(key))),
      ...Object.fromEntries(
        figureNames.map((name) => [
          `${name}_cents`,
          rows.reduce((sum, row) => sum + row[`${name}_cents`], 0),
        ]),
      ),
      key,
      title: rows[0]!.title,
      funding_type: null,
      by_type: null,
    }))
    .toSorted((a, b) => b.allocated_cents - a.allocated_cents)
}

const noTypes: Record<FundingType, number> = { 1: 0, 2: 0, 3: 0, 4: 0 }

/** Allocated cents per month and funding type. */
async function typesByMonth(db: Db, asked: FigurePeriod): Promise<Map<string, Record<FundingType, number>>> {
  const { rows } = await sql<{ month: string; type: FundingType; cents: number }>`
    select to_char(business_day::timestamp, 'YYYY-MM') as month, funding_type as type, sum(cents)::bigint as cents
    from ${totalsIn(asked)} group by 1, 2`.execute(db)
  const months = Map.groupBy(rows, (row) => row.month)
  return new Map(
    [...months].map(([month, of]) => [
      month,
      { ...noTypes, ...Object.fromEntries(of.map(({ type, cents }) => [type, cents])) },
    ]),
  )
}

/** Number of organizations shown, largest first; the row export contains all. */
const mostOrganizations = 100

async function byOrganization(db: Db, asked: FigurePeriod): Promise<Group[]> {
  const found = (await mostOf(db, asked, mostOrganizations)).filter(saysSomething)
  const organizations = await db
    .selectFrom('organizations')
    .select(['id', 'slug', 'title'])
    .where('id', 'in', [0, ...found.map((row) => row.id)])
    .execute()
  const of = new Map(organizations.map((one) => [one.id, one]))
  return found.map(({ id, ...figures }) => {
    const { slug, title } = of.get(id)!
    return { ...figures, key: slug, title, funding_type: null, by_type: null }
  })
}

const noCategory = '-'

async function byCategory(db: Db, asked: FigurePeriod, locale: Locale): Promise<Group[]> {
  return (await categoriesOf(db, asked)).filter(saysSomething).map(({ category, ...figures }) => ({
    ...figures,
    key: category ?? noCategory,
    title: category ?? text(locale, 'statistics.no_category'),
    funding_type: null,
    by_type: null,
  }))
}

/** Gifts of an undone import do not count from that day on; their rows cancel out. */
const stands = (as_of: Day | null) =>
  sql<boolean>`(funding.undone_on is null or funding.undone_on > ${as_of}::date)`

/** Selects the rows behind a figure. */
export type RowsOf = FigurePeriod & {
  figure: FigureName
  month?: string | undefined
  funding_type?: string | undefined
  company?: string | undefined
  organization?: string | undefined
  category?: string | undefined
}

const centsOf = (figure: FigureName) =>
  figure === 'refunded'
    ? sql`refunded_cents(row.purpose, row.amount_cents, row.reverses_id)`
    : sql`stage_cents(${sql.lit(figure)}, row.purpose, row.amount_cents, row.reverses_id)`

const purposes: Record<FigureName, readonly string[]> = {
  allocated: ['gift', 'refund', 'chargeback', 'claim'],
  settled: ['settlement', 'claim'],
  paid: ['payout', 'claim'],
  arrived: ['arrival'],
  refunded: ['refund', 'chargeback'],
}

/** The rows behind a figure, newest first, with their sum, which equals the figure. */
export async function rowsOf(
  db: Db,
  asked: RowsOf,
  query: { page: number; page_size: number },
  locale: Locale,
) {
  const { from, to, as_of, figure } = asked
  const conditions = [
    sql<boolean>`row.business_day between ${from}::date and ${to}::date`,
    sql<boolean>`row.purpose = any(${purposes[figure]}::text[])`,
    stands(as_of),
    ...(as_of ? [sql<boolean>`(entry.created_at at time zone 'Europe/Berlin')::date <= ${as_of}::date`] : []),
    ...(asked.month
      ? [
          sql<boolean>`row.business_day >= ${`${asked.month}-01`}::date
            and row.business_day < ${`${asked.month}-01`}::date + interval '1 month'`,
        ]
      : []),
    ...(asked.funding_type ? [sql<boolean>`funding.funding_type = ${Number(asked.funding_type)}`] : []),
    ...(asked.company === undefined
      ? []
      : asked.company === 'private'
        ? [sql<boolean>`funding.company_id is null`]
        : [sql<boolean>`funding.company_id = (select id from companies where slug = ${asked.company})`]),
    ...(asked.organization === undefined
      ? []
      : [
          sql<boolean>`project.organization_id = (select id from organizations where slug = ${asked.organization})`,
        ]),
    ...(asked.category === undefined
      ? []
      : [
          sql<boolean>`(select category from organizations where id = project.organization_id)
            = ${asked.category === noCategory ? '' : asked.category}`,
        ]),
  ]
  const source = sql`
    from ledger_rows row
    join ledger_transactions entry on entry.id = row.transaction_id
    join fundings funding on funding.id = row.funding_id
    join projects project on project.id = funding.project_id
    where ${allOf(conditions)}`
  const { rows: counted } = await sql<{ n: number; sum_cents: number }>`
    select count(*)::integer as n, coalesce(sum(${centsOf(figure)}), 0)::bigint as sum_cents ${source}`.execute(
    db,
  )
  const { n, sum_cents } = counted[0]!
  type Stored = {
    id: number
    transaction: number
    business_day: Day
    kind: string
    funding_type: FundingType
    cents: number
    project: { slug: string; title: string }
    organization: { slug: string; title: string }
    company: { slug: string; title: string } | null
  }
  const { rows } = await sql<Stored>`
    select row.id, entry.id as transaction, row.business_day, entry.kind, funding.funding_type,
      ${centsOf(figure)} as cents,
      jsonb_build_object('slug', project.slug, 'title', project.title) as project,
      (select jsonb_build_object('slug', slug, 'title', title) from organizations where id = project.organization_id)
        as organization,
      (select jsonb_build_object('slug', slug, 'title', title) from companies where id = funding.company_id) as company
    ${source}
    order by row.business_day desc, row.id desc
    limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`.execute(db)
  const results = rows.map((row) => ({
    ...row,
    funding_type: { choice: row.funding_type, display: textOf(locale, fundingTypes[row.funding_type].text) },
  }))
  return { ...paging(n, query), results, sum_cents }
}
