import { z } from 'zod'
import { route } from '#shared/route.ts'
import { defaultPeriod, periods } from './rules.ts'
import { waitingKinds } from './waiting.ts'

const Cents = z.int()
const Spanned = { from: z.string(), to: z.string(), cents: Cents }

/** Funding of projects in a period, from the ledger alone: gifts less reversals, each on its own business day. */
export const FundingFigures = z
  .object({
    period: z.enum(periods),
    ...Spanned,
    /** The same span a year before. */
    before: z.object(Spanned),
    months: z.array(
      z.object({
        month: z.string(),
        by_type: z.object({ 1: Cents, 2: Cents, 3: Cents, 4: Cents }),
      }),
    ),
  })
  .meta({ id: 'FundingFigures' })

export const WaitingProject = z
  .object({
    slug: z.string(),
    title: z.string(),
    organization_title: z.string(),
    reviews: z.array(z.enum(['review', 'voting_review'])),
    /** Days since the first request; null when unknown. */
    days: z.int().nullable(),
  })
  .meta({ id: 'WaitingProject' })

/** Counts of projects that are not archived; each equals its list. */
export const ProjectFigures = z
  .object({
    count: z.int(),
    in_financing: z.object({ count: z.int(), missing_cents: Cents }),
    needs_review: z.object({
      count: z.int(),
      oldest_days: z.int().nullable(),
      /** Those waiting longest; unknown ages last. */
      results: z.array(WaitingProject),
    }),
    financing: z.object({
      fully_funded: z.int(),
      in_financing: z.int(),
      expired: z.int(),
      /** All banned ones, of which some may also be fully funded or expired. */
      banned: z.int(),
      banned_only: z.int(),
      none: z.int(),
    }),
  })
  .meta({ id: 'ProjectFigures' })

export const WaitingWork = z
  .object({
    kind: z.enum(waitingKinds),
    /** Rows of the list that it leads to. */
    count: z.int().positive(),
    /** Berlin day of the most urgent row: due on, or waiting since. Null when unknown. */
    day: z.string().nullable(),
    /** Sum of the rows; null when they are not about money. */
    cents: Cents.nullable(),
    /** The record to begin with, where the work is not one list: a statement, an import. */
    first_id: z.int().nullable(),
  })
  .meta({ id: 'WaitingWork' })

export const dashboard = {
  waiting: route({
    method: 'GET',
    path: '/api/v4/dashboard/waiting/',
    shows: 'anything',
    access: 'any_right',
    summary: 'List the waiting work that the caller may act on, most urgent first',
    response: z.object({ today: z.string(), results: z.array(WaitingWork) }),
  }),
  funding: route({
    method: 'GET',
    path: '/api/v4/dashboard/funding/',
    shows: ['company', 'money'],
    access: 'view_statistics',
    wholeHouse: true,
    summary: 'Get the funding of a period by month and type, and the sum of the same period a year before',
    query: z.strictObject({ period: z.enum(periods, 'validation.unknown_value').default(defaultPeriod) }),
    response: FundingFigures,
  }),
  projects: route({
    method: 'GET',
    path: '/api/v4/dashboard/projects/',
    shows: ['project', 'money'],
    access: 'view_projects',
    summary: 'Count the projects in financing, those that need a review, and all by financing status',
    response: ProjectFigures,
  }),
}
