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
import { bookedBy, type ImportCounts } from '../work-rules.ts'
import { getImport, type ImportRecord } from './records.ts'

/** Booking gifts of the running year through a file takes the right that booking one by hand takes (decision 0035). */
export const bookingRight: Permission = 'create_private_donations'
/** Taking them back with their import takes the right of a refund. */
export const returningRight: Permission = 'change_private_donations'

/** New gifts of the running year and what is taken off booked ones of it; cents. Gifts of past years are history. */
export function moneyOfThisYear(
  counts: Pick<ImportCounts, 'years'> | null,
  today: Day,
): { gifts: number; cents: number; new_cents: number } {
  const year = Number(today.slice(0, 4))
  const current = (counts?.years ?? []).filter((one) => one.year >= year)
  const sum = (of: (one: ImportCounts['years'][number]) => number) =>
    current.reduce((all, one) => all + of(one), 0)
  return {
    gifts: sum((one) => one.gifts),
    cents: sum((one) => one.cents),
    new_cents: sum((one) => one.new_cents),
  }
}

/** 403 naming the right that is missing to book what an import brings; undecided while it was not checked. */
export function refuseUnbookable(holder: Holder, counts: ImportCounts | null, today: Day): void {
  if (moneyOfThisYear(counts, today).new_cents > 0 && !can(holder, bookingRight))
    throw forbidden(bookingRight)
}

/** A fingerprint of what would be booked: the file and all that was decided about it. */
export function planOf({ file_hash, mapping, options, counts }: ImportRecord): string {
  return createHash('sha256')
    .update(JSON.stringify([file_hash, mapping, options, counts]))
    .digest('hex')
}

/**
 * A run that books gifts of the running year as a second person sees it; undefined where it books none. 409
 * `import_check_first` for a file that was not checked: nobody could say yet what it brings. What waits is this plan and no
 * other: a file, column or option that is changed meanwhile makes another one.
 */
export const assessRun: Assess<typeof imports.run> = async ({ db, user, params, body, today }) => {
  const record = await getImport(db, params.id, scopeOf(user))
  if (record.state !== 'checked' || !record.counts) throw conflict('import_check_first')
  const { gifts, new_cents } = moneyOfThisYear(record.counts, today)
  if (new_cents === 0) return undefined
  const effects: Effect[] = [
    {
      key: 'approvals.effects.import_gifts',
      values: { count: gifts, amount: { cents: new_cents }, file: record.filename },
    },
  ]
  const accounts = await newAccounts(db, record.id)
  if (accounts > 0) effects.push({ key: 'approvals.effects.import_accounts', values: { count: accounts } })
  return {
    amount_cents: new_cents,
    about: { type: 'import', slug: String(record.id), title: record.filename },
    targets: [`import:${record.id}`],
    company_id: record.company_id,
    effects,
    body: { ...body, expected: bookedBy(record.counts), plan: planOf(record) },
  }
}

/** How many organizations the file would give bank details. */
async function newAccounts(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from import_organizations
    where import_id = ${id} and fields -> 'bank' ->> 'iban' is not null`.execute(db)
  return rows[0]!.n
}
