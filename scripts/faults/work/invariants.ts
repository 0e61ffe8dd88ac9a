import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { numbersOf } from '#features/receipts/server/number-gaps.ts'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import type { Place } from './kind.ts'

/** Findings of the ledger's checks by subject, with the number of rows. */
export async function differences(db: Db): Promise<Set<string>> {
  const found = new Set((await findLedgerDifferences(db)).map((difference) => JSON.stringify(difference)))
  for (const check of ledgerChecks) {
    const { broken } = await db.transaction().execute((tx) => runCheck(tx, check))
    if (broken > 0) found.add(`${check.key}: ${broken} rows`)
  }
  return found
}

/**
 * Global invariants after any kill: the ledger (except for differences `before`), numbers of receipts, no orphaned
 * file, no job that failed silently. Returns the violations.
 */
export async function brokenInTheEnd(place: Place, before: Set<string>, jobs: string[]): Promise<string[]> {
  const { db, dataDir } = place
  const found = [...(await differences(db))].filter((difference) => !before.has(difference))
  const gaps = (await numbersOf(db)).flatMap((row) => row.gaps)
  if (gaps.length > 0) found.push(`gaps in the numbers of receipts: ${gaps.join(', ')}`)
  // The file of a finished import is deleted because of the personal data in it; its row keeps the key.
  const { rows: named } = await sql<{ key: string; by: string; is_kept: boolean }>`
    select file_key as key, 'export ' || id as by, true as is_kept from exports where file_key is not null
    union all select file_key, 'import ' || id, state not in ('done', 'undone') from imports
      where file_key is not null
    union all select file_key, 'waiting statement ' || id, true from bank_statement_files
      where file_key is not null
    union all select kept_key, 'statement ' || id, true from bank_statement_files
      where kept_key is not null`.execute(db)
  const known = new Set(named.map(({ key }) => key))
  const stored = readdirSync(join(dataDir, 'files'))
  const missing = named.filter(({ key, is_kept }) => is_kept && !stored.includes(key))
  if (missing.length > 0) {
    const told = missing.slice(0, 10).map(({ by }) => by)
    found.push(`${missing.length} stored files are named and not there: ${told.join(', ')}`)
  }
  const unnamed = stored.filter((name) => !known.has(name))
  if (unnamed.length > 0) {
    const told = unnamed.slice(0, 10).map((name) => firstLine(join(dataDir, 'files', name)))
    found.push(`${unnamed.length} stored files that nothing names: ${told.join(' | ')}`)
  }
  for (const job of jobs) found.push(...(await jobsWithoutMessage(place, job)))
  return found
}

function firstLine(path: string): string {
  const text = readFileSync(path).subarray(0, 60).toString('latin1')
  return JSON.stringify(text.split('\n')[0])
}

/** Failed jobs without an error message. */
async function jobsWithoutMessage({ call }: Place, job: string): Promise<string[]> {
  type Jobs = { results: { id: string; state: string; error: string }[] }
  const { results } = await call<Jobs>('GET', `/api/v4/jobs/?search=${job}`)
  return results
    .filter(({ state, error }) => state === 'failed' && error === '')
    .map(({ id }) => `job ${id} of ${job} failed with an empty error`)
}
