import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { can, type Holder, type Permission } from '#shared/permissions.ts'
import type { Effect } from '#server/routes/assessment.ts'
import { scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden } from '#server/base/errors.ts'
import type { Assess } from '#server/routes/implement.ts'
import type { imports } from '../contract.ts'
import { bookedBy, type ImportCounts, type TakenBack } from '../work-rules.ts'
import { getImport, type ImportRecord } from './records.ts'

/** Importing gifts of the current year requires the same right as booking one by hand (decision 0035). */
export const bookingRight: Permission = 'create_private_donations'
/** Undoing them with their import, or taking amounts off them, requires the right to refund. */
export const returningRight: Permission = 'change_private_donations'

/**
 * The gifts of the current year in an import: all of them, the new ones, and the amount that its reversals take off booked
 * gifts; cents. Gifts of past years are history.
 */
export function moneyOfThisYear(
  counts: Pick<ImportCounts, 'years' | 'taken_back'> | null,
  today: Day,
): { gifts: number; cents: number; new_cents: number; taken_cents: number } {
  const year = Number(today.slice(0, 4))
  const current = (counts?.years ?? []).filter((one) => one.year >= year)
  const sum = (of: (one: ImportCounts['years'][number]) => number) =>
    current.reduce((all, one) => all + of(one), 0)
  return {
    gifts: sum((one) => one.gifts),
    cents: sum((one) => one.cents),
    new_cents: sum((one) => one.new_cents),
    taken_cents: takenPerYear(counts?.taken_back, year)
      .filter((one) => one.year >= year)
      .reduce((all, one) => all + one.cents, 0),
  }
}

/** Counts without years may concern the current one. */
const takenPerYear = (taken: TakenBack | undefined, year: number) =>
  taken?.years ?? [{ year, cents: taken?.cents ?? 0 }]

/** The right that a person lacks to book an import; undefined when none is missing or the import is unchecked. */
export function missingRight(
  holder: Holder,
  counts: ImportCounts | null,
  today: Day,
): Permission | undefined {
  const { new_cents, taken_cents } = moneyOfThisYear(counts, today)
  if (new_cents > 0 && !can(holder, bookingRight)) return bookingRight
  return taken_cents > 0 && !can(holder, returningRight) ? returningRight : undefined
}

/** Throws 403 naming the missing right to book an import; does nothing while the import is unchecked. */
export function refuseUnbookable(holder: Holder, counts: ImportCounts | null, today: Day): void {
  const missing = missingRight(holder, counts, today)
  if (missing) throw forbidden(missing)
}

/** A fingerprint of the planned bookings: the file and all choices. */
export function planOf({ file_hash, mapping, options, counts }: ImportRecord): string {
  return createHash('sha256')
    .update(JSON.stringify([file_hash, mapping, options, counts]))
    .digest('hex')
}

/**
 * Shows a second person a run that books or reduces gifts of the current year; undefined when it does neither. 409
 * `import_check_first` for an unchecked file, whose bookings are unknown. The approval covers this plan only: changing
 * the file, a column or an option makes another one.
 */
export const assessRun: Assess<typeof imports.run> = async ({ db, user, params, body, today }) => {
  const record = await getImport(db, params.id, scopeOf(user))
  if (record.state !== 'checked' || !record.counts) throw conflict('import_check_first')
  const { gifts, new_cents, taken_cents } = moneyOfThisYear(record.counts, today)
  if (new_cents + taken_cents === 0) return undefined
  const effects: Effect[] = []
  if (new_cents > 0)
    effects.push({
      key: 'approvals.effects.import_gifts',
      values: { count: gifts, amount: { cents: new_cents }, file: record.filename },
    })
  if (taken_cents > 0)
    effects.push({
      key: 'approvals.effects.import_reversals',
      values: { amount: { cents: taken_cents }, file: record.filename },
    })
  const accounts = await newAccounts(db, record.id)
  if (accounts > 0) effects.push({ key: 'approvals.effects.import_accounts', values: { count: accounts } })
  return {
    amount_cents: new_cents + taken_cents,
    about: { type: 'import', slug: String(record.id), title: record.filename },
    targets: [`import:${record.id}`],
    company_id: record.company_id,
    effects,
    body: { ...body, expected: bookedBy(record.counts), plan: planOf(record) },
  }
}

async function newAccounts(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from import_organizations
    where import_id = ${id} and fields -> 'bank' ->> 'iban' is not null`.execute(db)
  return rows[0]!.n
}
