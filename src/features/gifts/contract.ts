import { z } from 'zod'
import { listQuery, pageOf } from '#shared/lists/list.ts'
import { giftFormats } from '#shared/lists/exports.ts'
import { mediaTypes, route } from '#shared/route.ts'
import { Choice, Minimal } from '#shared/shapes.ts'
import { exportMedia, exportRoute, recordExportQuery } from '#features/exports/query.ts'
import { donationStates } from '#features/private-donations/table.ts'
import { giftList } from './table.ts'

/** Everything a project received from any source, in cents. Private donors are not named here. */
export const GiftRow = z
  .object({
    slug: z.string(),
    /** Only set for private donations. */
    number: z.string().nullable(),
    project: Minimal,
    organization: Minimal,
    company: Minimal.nullable(),
    amount_cents: z.int(),
    returned_cents: z.int(),
    funding_type: Choice,
    state: z.enum(donationStates),
    state_display: z.string(),
    source: z.string(),
    source_display: z.string(),
    received_on: z.string(),
    note: z.string(),
  })
  .meta({ id: 'GiftRow' })
export type GiftRow = z.infer<typeof GiftRow>

export const gifts = {
  list: route({
    method: 'GET',
    path: '/api/v4/gifts/',
    shows: ['donation', 'money'],
    access: 'view_projects',
    wholeHouse: true,
    summary: 'List all gifts to projects, with search, filters, ordering and paging; sums cover all matches',
    query: listQuery(giftList),
    response: pageOf(GiftRow).extend({ sum_cents: z.int(), standing_cents: z.int() }),
  }),
  export: exportRoute('gift', {
    path: '/api/v4/gifts/export/',
    alsoNeeds: 'view_projects',
    wholeHouse: true,
    summary:
      'Export the gifts of the list as XLSX, CSV or 360Giving; more than 20,000 rows become a background job',
    query: listQuery(giftList, recordExportQuery(giftList, giftFormats)),
    media: [...exportMedia, mediaTypes.grants360],
  }),
}
