import { z } from 'zod'
import { exportQuery, exportRoute } from '#features/exports/query.ts'
import { listQuery, pageOf } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { DayShape, Instant, Minimal } from '#shared/shapes.ts'
import { defundList, internalFundingList } from './table.ts'

export const FundingLogRow = z
  .object({
    /** Id of the transaction. */
    id: z.int(),
    business_day: DayShape,
    project: Minimal,
    company: Minimal.nullable(),
    funding_type: z.int(),
    funding_type_display: z.string(),
    amount_cents: z.int(),
    outcome: z.string(),
    outcome_display: z.string(),
    note: z.string(),
    actor: z.string(),
    actor_id: z.int().nullable(),
    created_at: Instant,
  })
  .meta({ id: 'FundingLogRow' })
export type FundingLogRow = z.infer<typeof FundingLogRow>

export const fundingLogCalls = {
  internalFundings: route({
    method: 'GET',
    path: '/api/v4/logs/internal-fundings/',
    shows: ['money'],
    access: 'view_logs',
    wholeHouse: true,
    summary: 'List internal fundings with company, person and outcome; counts up to 10,000',
    query: listQuery(internalFundingList),
    response: pageOf(FundingLogRow),
  }),
  internalFundingsExport: exportRoute('journal', {
    path: '/api/v4/logs/internal-fundings/export/',
    alsoNeeds: 'view_logs',
    wholeHouse: true,
    summary: 'Export the rows of the list',
    query: listQuery(internalFundingList, exportQuery(internalFundingList)),
  }),
  defunds: route({
    method: 'GET',
    path: '/api/v4/logs/defunds/',
    shows: ['money'],
    access: 'view_logs',
    wholeHouse: true,
    summary: 'List cancelled internal fundings with their reasons; counts up to 10,000',
    query: listQuery(defundList),
    response: pageOf(FundingLogRow),
  }),
  defundsExport: exportRoute('journal', {
    path: '/api/v4/logs/defunds/export/',
    alsoNeeds: 'view_logs',
    wholeHouse: true,
    summary: 'Export the rows of the list',
    query: listQuery(defundList, exportQuery(defundList)),
  }),
}
