import { type Day, isDay } from '#shared/dates.ts'
import type { PageAddress } from '#shared/pages.ts'
import { stringifySearch } from '#shared/search-params.ts'
import { spanOf, type Span } from '#shared/periods.ts'
import { type FigureName, figureNames, type Grouping, groupings } from '../rules.ts'

/** Selects the ledger rows shown over the page. */
export type RowsFilter = {
  figure: FigureName
  month?: string | undefined
  funding_type?: string | undefined
  company?: string | undefined
  organization?: string | undefined
  category?: string | undefined
}

/** All choices in the page's URL; missing ones get their defaults. */
export type StatisticsQuery = Span & {
  /** Number of years to compare with, 0 for no comparison. */
  compare: number
  as_of: Day | undefined
  group: Grouping
  view: 'chart' | 'table'
  /** The figure shown by month. */
  figure: FigureName
  rows: RowsFilter | undefined
}

/** Parses the page's query string; invalid days are ignored. */
export function parseStatisticsQuery(search: Readonly<Record<string, string>>, today: Day): StatisticsQuery {
  const day = (key: string) => (search[key] && isDay(search[key]) ? search[key] : undefined)
  const year = spanOf('year', today)
  const [from, to] = [day('from') ?? year.from, day('to') ?? year.to]
  const group = groupings.find((one) => one === search.group) ?? 'company'
  const figure = figureNames.find((one) => one === search.rows)
  const { month, funding_type, company, organization, category } = search
  return {
    ...(from <= to ? { from, to } : year),
    compare: search.compare === '0' ? 0 : 1,
    as_of: day('as_of'),
    group,
    view: search.view === 'table' ? 'table' : 'chart',
    figure: figureNames.find((one) => one === search.figure) ?? 'allocated',
    rows: figure && { figure, month, funding_type, company, organization, category },
  }
}

const page = '/site-admin/statistics/'

/** The page's URL with changes applied; it drops the open rows unless `rows` sets them. */
export function addressOf(search: Readonly<Record<string, string>>, rows: RowsFilter): PageAddress {
  const { figure, ...part } = rows
  return `${page}${stringifySearch({ ...withoutRows(search), rows: figure, ...part })}` as PageAddress
}

/** The query string without the open rows. */
export function withoutRows(search: Readonly<Record<string, string>>): Record<string, string> {
  const {
    rows: _rows,
    month: _month,
    funding_type: _type,
    company: _company,
    organization: _one,
    category: _kind,
    ...rest
  } = search
  return rest
}
