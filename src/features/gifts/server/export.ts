import { text } from '#server/base/texts.ts'
import { allOf } from '#server/lists/list-query.ts'
import { pickedBy } from '#server/lists/selection.ts'
import {
  type AnyExport,
  type ExportContext,
  type ExportParameters,
  exportColumns,
  type FieldColumn,
  importColumns,
  type ImportColumn,
  withFields,
} from '#features/exports/server/list-export.ts'
import { getPlatformFeatures } from '#features/platform-features/server/queries.ts'
import { ownGift } from '#features/ledger/gift-keys.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import type { Db } from '#server/db/db.ts'
import { can } from '#shared/permissions.ts'
import { giftCells } from '../cells.ts'
import type { GiftRow } from '../contract.ts'
import { grantOf } from './grants360.ts'
import { giftList } from '../table.ts'
import {
  giftCondition,
  giftIds,
  type GiftQuery,
  giftsByIds,
  isStanding,
  presentGift,
  type StoredGift,
} from './queries.ts'

type GiftRecord = GiftRow & { record: StoredGift }

const address = 'view_organizations'

const recordFields: readonly FieldColumn<GiftRecord>[] = [
  { heading: 'gifts.company', kind: 'text', value: (row) => row.company?.title ?? null },
  { heading: 'gifts.key', kind: 'text', value: (row) => row.slug },
  { heading: 'exports.fields.slug', kind: 'text', value: (row) => row.project.slug },
  { heading: 'exports.fields.organization_slug', kind: 'text', value: (row) => row.organization.slug },
  ...(['register_number', 'street', 'postcode', 'city'] as const).map((name): FieldColumn<GiftRecord> => ({
    heading: `organizations.fields.${name}`,
    kind: 'text',
    right: address,
    value: ({ record }) => record[name],
  })),
  { heading: 'columns.created_at', kind: 'instant', value: ({ record }) => record.created_at.toISOString() },
]

/** Columns that an import can read: recipient, purpose, standing amount, date and donor. */
const againFields: Readonly<Record<string, ImportColumn<GiftRecord>>> = {
  organization_title: { kind: 'text', value: (row) => row.organization.title },
  organization_register_number: organizationField('register_number'),
  organization_postcode: organizationField('postcode'),
  organization_city: organizationField('city'),
  organization_street: organizationField('street'),
  organization_email: { kind: 'text', value: ({ record }) => record.email_contact },
  project_title: { kind: 'text', value: (row) => row.project.title },
  funding_type: { kind: 'text', value: ({ record }) => fundingTypes[record.funding_type].name },
  amount: { kind: 'EUR', value: (row) => row.amount_cents - row.returned_cents },
  currency: { kind: 'text', value: () => 'EUR' },
  date: { kind: 'day', value: (row) => row.received_on },
  funder: { kind: 'text', value: (row) => row.company?.title ?? row.note },
  external_id: { kind: 'text', value: (row) => `${ownGift}${row.slug}` },
}

function organizationField(
  name: 'register_number' | 'postcode' | 'city' | 'street',
): ImportColumn<GiftRecord> {
  return { kind: 'text', right: address, value: ({ record }) => record[name] }
}

/**
 * Exports gifts in one of three forms: the list's columns, every field, or import columns. The import form contains
 * standing gifts only, because an import books everything it reads.
 */
export async function exportOfGifts(
  db: Db,
  query: GiftQuery,
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<AnyExport> {
  const { locale } = asked
  const { set, format } = wanted
  const seesAddress = can(asked.holder, address)
  const where = allOf([
    giftCondition(query),
    ...pickedBy({ column: 'gift.slug', type: 'text' }, wanted),
    ...(set === 'for_import' || format === 'grants360' ? [isStanding] : []),
  ])
  const { grants360_prefix: publisher } = await getPlatformFeatures(db)
  const seen = (columns: ExportParameters) => exportColumns(giftList, giftCells, columns, locale)
  return {
    ...asked,
    name: text(locale, 'nav.gifts'),
    list: giftList,
    query,
    ids: await giftIds(db, query, where),
    rowsByIds: async (from: Db, ids: number[]) =>
      (await giftsByIds(from, ids)).map((record) => ({
        ...presentGift(record, asked.holder, locale),
        record,
      })),
    grant: (row: GiftRecord) =>
      grantOf(row.record, { seesAddress, anonymous: text(locale, 'gifts.anonymous'), publisher }),
    ...(set === 'for_import'
      ? { ...importColumns(againFields, asked), notBrought: 'exports.not_brought.gifts' as const }
      : set === 'everything'
        ? withFields<GiftRecord>(seen({}), recordFields, asked)
        : { columns: seen(wanted) }),
  }
}
