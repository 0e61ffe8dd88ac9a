import { createHash } from 'node:crypto'
import type { Day } from '#shared/dates.ts'
import { slugify } from '#server/slug.ts'
import type { ImportOptions } from '../choices.ts'
import { foldNumber, giftIdentity } from '../identity.ts'
import { inEuroCents } from '../rates.ts'
import type { ColumnEvidence } from '../reading/evidence.ts'
import type { Mapping } from '../reading/mapping.ts'
import type { Cell, SourceRow } from '../reading/row.ts'
import { type ImportRow, readRow, receivedOn, type Refusal } from '../rules.ts'

/** An organization as its row names it, with the beginning of its slug. */
export type StagedOrganization = ImportRow['organization'] & { slug: string }
export type StagedProject = NonNullable<ImportRow['project']> & { slug: string }

/** A row of the file as `import_rows` keeps it; `refused` excludes all the rest. */
export type StagedRow = {
  n: number
  line: number
  refused?: { reasons: Refusal[]; cells: Cell[] }
  name_hash?: string
  recipient_hash?: string
  project_hash?: string
  organization?: StagedOrganization
  project?: StagedProject
  amount_cents?: number
  received_on?: Day
  need_cents?: number
  note?: string
  gift_hash?: string
}

export type StagingRules = {
  mapping: Mapping
  evidence: ColumnEvidence
  options: ImportOptions
  today: Day
}

/** One row of a file, read and prepared for the database: identities as hashes, amounts in euro cents. */
export function stageRow(n: number, row: SourceRow, rules: StagingRules): StagedRow {
  const { options, mapping, evidence, today } = rules
  const choices = { currencies: Object.keys(options.rates), year: options.year, today }
  const result = readRow(mapping, evidence, row, choices)
  if ('refused' in result) return refusal(n, row, result.refused)
  const { ok } = result
  const { organization, project, gift } = ok
  const amount_cents = gift && inEuroCents(gift.amount_cents, gift.currency, options.rates)
  if (gift && amount_cents === undefined) return refusal(n, row, [tooLarge('amount')])
  if (amount_cents === 0) return refusal(n, row, [{ field: 'amount', code: 'amount_not_positive' }])
  const applied =
    ok.applied_cents === undefined ? 0 : inEuroCents(ok.applied_cents, gift?.currency, options.rates)
  if (applied === undefined) return refusal(n, row, [tooLarge('applied_amount')])
  const numbers = [foldNumber(organization.register_number ?? ''), foldNumber(organization.postcode ?? '')]
  return {
    n,
    line: row.line,
    name_hash: uuidOf(organization.key),
    recipient_hash: uuidOf(JSON.stringify([organization.key, ...numbers])),
    organization: { ...organization, slug: slugify(organization.title) },
    ...(project && {
      project_hash: uuidOf(project.key),
      project: { ...project, slug: slugify(project.title) },
      need_cents: Math.max(applied, amount_cents ?? 0),
    }),
    ...(gift && {
      amount_cents,
      received_on: receivedOn(gift, today),
      note: noteOf(gift, options),
      gift_hash: createHash('sha256').update(giftIdentity(ok)).digest('hex'),
    }),
  }
}

/** Who gave, and what the amount was before it became euros. */
function noteOf({ funder, currency, amount_cents }: NonNullable<ImportRow['gift']>, options: ImportOptions) {
  const units = `${Math.floor(amount_cents / 100)}.${String(amount_cents % 100).padStart(2, '0')}`
  const foreign = currency && currency !== 'EUR' && `${currency} ${units} × ${options.rates[currency]}`
  return [funder, foreign].filter(Boolean).join('; ')
}

const tooLarge = (field: 'amount' | 'applied_amount'): Refusal => ({ field, code: 'amount_too_large' })

function refusal(n: number, { line, cells }: SourceRow, reasons: Refusal[]): StagedRow {
  return { n, line, refused: { reasons, cells: cells.map(storable) } }
}

/** A cell as JSON in the database can hold it: without zero characters and halves of characters. */
export function storable(cell: Cell): Cell {
  return typeof cell === 'number' ? cell : cell.toWellFormed().replaceAll('\0', '\ufffd')
}

/** 128 bits of a hash in the form of a UUID, the database's type of that size. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
