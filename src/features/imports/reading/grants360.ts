import { ReadError } from '#shared/reading/errors.ts'
import type { ImportField } from '../columns/fields.ts'
import { readJsonItems } from '#server/reading/json-items.ts'
import type { Mapping } from '../columns/mapping.ts'
import type { Cell, SourceRow } from '#shared/reading/row.ts'

const fields = [
  'external_id',
  'organization_title',
  'organization_register_number',
  'organization_postcode',
  'organization_city',
  'project_title',
  'project_description',
  'amount',
  'applied_amount',
  'currency',
  'date',
  'starts_on',
  'ends_on',
  'topic',
  'funder',
] as const satisfies ImportField[]

/** The columns that `readGrants360` makes of a grant, as a mapping; nothing needs guessing. */
export const grants360Mapping: Mapping = {
  header: false,
  columns: Object.fromEntries(fields.map((field, column) => [field, column])),
  fromContent: [],
}

export const grants360Columns: readonly ImportField[] = fields

/** 360Giving JSON (`{"grants": […]}`, standard.threesixtygiving.org) grant by grant as rows of `grants360Mapping`. */
export async function* readGrants360(text: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  let some = false
  for await (const { place, value } of readJsonItems(text, 'grants')) {
    some = true
    yield rowOf(value, place)
  }
  if (!some) throw new ReadError('no_grants')
}

function rowOf(value: unknown, line: number): SourceRow {
  const grant = object(value)
  const recipients = list(grant.recipientOrganization)
  const recipient = object(recipients[0])
  const dates = object(list(grant.plannedDates)[0])
  const cells: Record<(typeof fields)[number], Cell> = {
    external_id: cell(grant.id),
    organization_title: cell(recipient.name),
    organization_register_number: registerNumber(cell(recipient.id)),
    organization_postcode: cell(recipient.postalCode),
    organization_city: cell(recipient.addressLocality),
    project_title: cell(grant.title),
    project_description: cell(grant.description),
    amount: cell(grant.amountAwarded),
    applied_amount: cell(grant.amountAppliedFor),
    currency: cell(grant.currency),
    date: cell(grant.awardDate),
    starts_on: cell(dates.startDate),
    ends_on: cell(dates.endDate),
    topic: cell(object(list(grant.grantProgramme)[0]).title),
    funder: cell(object(list(grant.fundingOrganization)[0]).name),
  }
  const row: SourceRow = { line, cells: fields.map((field) => cells[field]) }
  return recipients.length > 1 ? { ...row, problem: 'several_recipients' } : row
}

/** Ids starting with `360G-` are the publisher's own; all others name a public register (org-id.guide). */
function registerNumber(id: Cell): Cell {
  return String(id).startsWith('360G-') ? '' : id
}

function cell(value: unknown): Cell {
  return typeof value === 'string' || typeof value === 'number' ? value : ''
}

function object(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
