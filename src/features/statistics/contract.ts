import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { mediaTypes, route } from '#shared/route.ts'
import { DayShape, Minimal } from '#shared/shapes.ts'
import { figureNames, groupings } from './rules.ts'

const cents = {
  allocated_cents: z.int(),
  settled_cents: z.int(),
  paid_cents: z.int(),
  arrived_cents: z.int(),
  refunded_cents: z.int(),
}
const counts = { projects: z.int(), organizations: z.int(), donors: z.int() }

/**
 * Money moved in a period, in cents, and the distinct participants. Donors: givers of money that no company gave; each
 * gift without a known donor counts as one.
 */
export const Figures = z.object({ ...cents, ...counts }).meta({ id: 'StatisticsFigures' })
export type Figures = z.infer<typeof Figures>

/**
 * One group: a month `YYYY-MM`, a funding type, a company, an organization or a category of organizations; its key
 * filters the rows.
 */
const Group = Figures.extend({
  key: z.string(),
  title: z.string(),
  /** When grouped by company: the funding type of this line. */
  funding_type: z.object({ choice: z.int(), display: z.string() }).nullable(),
  /** For a month: allocated cents per funding type. */
  by_type: z.object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int() }).nullable(),
}).meta({ id: 'StatisticsGroup' })
export type Group = z.infer<typeof Group>

const period = {
  /** Both inclusive; the default is the current year up to today. */
  date_from: DayShape.optional(),
  date_to: DayShape.optional(),
  /** The ledger at the end of that day (Berlin); later bookings are left out. */
  as_of: DayShape.optional(),
}
const inOrder = (query: { date_from?: string | undefined; date_to?: string | undefined }) =>
  !query.date_from || !query.date_to || query.date_from <= query.date_to
const outOfOrder = { path: ['date_to'], error: 'statistics.ends_before_start' }

export const Statistics = z
  .object({
    date_from: z.string(),
    date_to: z.string(),
    as_of: z.string().nullable(),
    totals: Figures,
    series: z.array(Group),
    /**
     * When grouped by company: each company over its funding types, counting every project and donor once; otherwise
     * empty.
     */
    subtotals: z.array(Group),
  })
  .meta({ id: 'Statistics' })
export type Statistics = z.infer<typeof Statistics>

/** A ledger row behind a figure; signed cents. */
const StatisticsRow = z
  .object({
    id: z.int(),
    transaction: z.int(),
    business_day: z.string(),
    kind: z.string(),
    project: Minimal,
    organization: Minimal,
    company: Minimal.nullable(),
    funding_type: z.object({ choice: z.int(), display: z.string() }),
    cents: z.int(),
  })
  .meta({ id: 'StatisticsRow' })
export type StatisticsRow = z.infer<typeof StatisticsRow>

/**
 * Requested decisions on projects, and the calendar days within which 50 % and 90 % of them were made; null when
 * nothing was decided.
 */
const decisionTimes = { decisions: z.int(), half_days: z.int().nullable(), most_days: z.int().nullable() }
export const DecisionTimes = z
  .object({
    date_from: z.string(),
    date_to: z.string(),
    ...decisionTimes,
    months: z.array(z.object({ month: z.string(), ...decisionTimes })),
  })
  .meta({ id: 'DecisionTimes' })
export type DecisionTimes = z.infer<typeof DecisionTimes>

const between = z
  .strictObject({ date_from: period.date_from, date_to: period.date_to })
  .refine(inOrder, outOfOrder)

const grouped = z.object({ ...period, group_by: z.enum(groupings).default('month') })

export const statistics = {
  read: route({
    method: 'GET',
    path: '/api/v4/statistics/',
    shows: ['project', 'organization', 'money'],
    access: 'view_statistics',
    wholeHouse: true,
    summary:
      'Get the amounts allocated, settled, paid, arrived and refunded in a period, from the ledger alone',
    query: grouped.strict().refine(inOrder, outOfOrder),
    response: Statistics,
  }),
  rows: route({
    method: 'GET',
    path: '/api/v4/statistics/rows/',
    shows: ['project', 'organization', 'money'],
    access: 'view_statistics',
    wholeHouse: true,
    summary: 'List the ledger rows that make up a figure, newest first, with their sum',
    query: pagingQuery
      .extend({
        ...period,
        figure: z.enum(figureNames).default('allocated'),
        month: z
          .string()
          .regex(/^\d{4}-\d{2}$/, 'validation.unknown_value')
          .optional(),
        funding_type: z.enum(['1', '2', '3', '4'], 'validation.unknown_value').optional(),
        /** A company's slug, or `private` for money that no company gave. */
        company: z.string().max(200).optional(),
        organization: z.string().max(200).optional(),
        /** A category of organizations, or `-` for none. */
        category: z.string().max(100).optional(),
      })
      .strict()
      .refine(inOrder, outOfOrder),
    response: pageOf(StatisticsRow).extend({ sum_cents: z.int() }),
  }),
  export: route({
    method: 'GET',
    path: '/api/v4/statistics/export/',
    access: 'export_data',
    alsoNeeds: 'view_statistics',
    wholeHouse: true,
    recorded: { action: 'export', object_type: 'statistics' },
    summary: 'Export the figures of a period by group as XLSX',
    query: grouped.strict().refine(inOrder, outOfOrder),
    response: 'file',
  }),
  decisions: route({
    method: 'GET',
    path: '/api/v4/statistics/decisions/',
    shows: ['project'],
    access: 'view_statistics',
    wholeHouse: true,
    summary: 'Get the decision times of projects, by month of the decision',
    query: between,
    response: DecisionTimes,
  }),
  decisionsExport: route({
    method: 'GET',
    path: '/api/v4/statistics/decisions/export/',
    access: 'export_data',
    alsoNeeds: 'view_statistics',
    wholeHouse: true,
    recorded: { action: 'export', object_type: 'statistics' },
    summary: 'Export the decision times of projects as XLSX',
    query: between,
    response: 'file',
  }),
  datev: route({
    method: 'GET',
    path: '/api/v4/statistics/datev/',
    access: 'export_data',
    alsoNeeds: 'view_statistics',
    wholeHouse: true,
    recorded: { action: 'export', object_type: 'datev' },
    summary: 'Export the postings of a month as a DATEV booking batch (EXTF)',
    query: z.strictObject({
      month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'validation.unknown_value'),
      consultant: z.coerce.number().int().min(1001).max(9_999_999),
      client: z.coerce.number().int().min(1).max(99_999),
    }),
    response: 'file',
    media: [mediaTypes.csv],
  }),
}
