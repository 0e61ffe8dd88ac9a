import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import { taskStatus } from '#features/tasks/rules.ts'
import type { Db } from '#server/db/db.ts'
import { fullNameWithUsername } from '#server/auth/session.ts'
import { textOf } from '#server/base/texts.ts'
import { codesOf } from '#features/ledger/server/account-codes.ts'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import type { BrokenRow as FoundRow, LedgerCheck } from '#features/ledger/server/checks/check.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import type { BrokenRow, LedgerCheckRow, LedgerCheckState } from '../../ledger-checks/ledger-checks.ts'
import { latestRuns, type Result, type Run } from './runs.ts'

const lateAfterMs = 26 * 3_600_000

export async function ledgerCheckState(db: Db, locale: Locale, now: Date): Promise<LedgerCheckState> {
  const runs = await latestRuns(db)
  return stateOf(db, runs, locale, now)
}

/** Every check with its latest findings, or only those of one result, and the state of the run. */
export async function ledgerCheckRows(
  db: Db,
  { result: wanted }: { result?: 'holds' | 'broken' | undefined },
  locale: Locale,
  now: Date,
) {
  const runs = await latestRuns(db)
  const { last, current } = runs
  const codes = await codesOf(db, [
    ...new Set(
      [...(last?.results ?? []), ...(current?.results ?? [])].flatMap((result) =>
        result.rows.flatMap((row) => (row.subject === 'account' && row.id !== null ? [row.id] : [])),
      ),
    ),
  ])
  const rows = ledgerChecks.map((check, at): LedgerCheckRow => {
    const fresh = current?.results.find((result) => result.key === check.key)
    const result = fresh ?? last?.results.find((old) => old.key === check.key)
    const isNext = current?.state === 'running' && at === current.results.length
    const state = current && !fresh ? (isNext ? 'running' : 'waiting') : result ? 'done' : 'never'
    return present(check, result, { state, locale, codes })
  })
  const asked = wanted ? rows.filter(({ holds }) => holds === (wanted === 'holds')) : rows
  return { rows: asked, run: await stateOf(db, runs, locale, now) }
}

async function stateOf(
  db: Db,
  { last, current, failed }: Awaited<ReturnType<typeof latestRuns>>,
  locale: Locale,
  now: Date,
): Promise<LedgerCheckState> {
  const age = last ? now.getTime() - last.started_at!.getTime() : Infinity
  return {
    running: current !== undefined,
    as_of: last ? last.started_at!.toISOString() : null,
    duration_ms: last ? last.results.reduce((sum, result) => sum + result.duration_ms, 0) : null,
    asked_by: await askerOf(db, last),
    checks: ledgerChecks.length,
    done: current?.results.length ?? 0,
    broken: last?.broken ?? 0,
    is_late: age > lateAfterMs,
    has_failed: failed,
    task: await taskOf(db, last, locale),
  }
}

async function askerOf(db: Db, run: Run | undefined): Promise<string | null> {
  if (!run?.asked_by) return null
  const user = await db
    .selectFrom('users')
    .select(['username', 'first_name', 'last_name'])
    .where('id', '=', run.asked_by)
    .executeTakeFirstOrThrow()
  return fullNameWithUsername(user)
}

async function taskOf(db: Db, run: Run | undefined, locale: Locale): Promise<LedgerCheckState['task']> {
  if (!run?.task_id) return null
  const task = await db
    .selectFrom('reminders')
    .select(['slug', 'status'])
    .where('id', '=', run.task_id)
    .executeTakeFirst()
  return task
    ? {
        slug: task.slug,
        title: textOf(locale, 'ledger_checks.task'),
        is_open: task.status === taskStatus.open,
      }
    : null
}

type Words = { state: LedgerCheckRow['state']; locale: Locale; codes: Map<number, string> }

function present({ key, unit }: LedgerCheck, result: Result | undefined, words: Words): LedgerCheckRow {
  const { state, locale } = words
  return {
    key,
    sentence: textOf(locale, `ledger_checks.sentence.${key}`),
    state,
    holds: result ? result.broken === 0 : null,
    checked: result?.checked ?? null,
    checked_display: !result
      ? ''
      : result.figures
        ? result.figures.map((cents) => formatEuro(cents, locale)).join(' = ')
        : textOf(locale, `ledger_checks.unit.${unit}`, { count: result.checked }),
    figures_cents: result?.figures ?? null,
    as_of: result?.as_of ?? null,
    duration_ms: result?.duration_ms ?? null,
    broken: result?.broken ?? null,
    rows: result?.rows.map((row) => presentRow(row, words)) ?? [],
  }
}

function presentRow(row: FoundRow, { locale, codes }: Words): BrokenRow {
  const { part, left_cents, right_cents, left_count, right_count, ...same } = row
  const label = (side: string) => textOf(locale, `ledger_checks.part.${part}.${side}`)
  return {
    ...same,
    title: titleOf(row, locale, codes),
    text: textOf(locale, `ledger_checks.part.${part}`, { left: left_count ?? '', right: right_count ?? '' }),
    figures:
      left_cents === null || right_cents === null
        ? null
        : [
            { label: label('left'), cents: left_cents },
            { label: label('right'), cents: right_cents },
          ],
    difference_cents: left_cents === null || right_cents === null ? null : left_cents - right_cents,
  }
}

/** Title of a row; rows without one get the ledger's own terms. */
function titleOf(row: FoundRow, locale: Locale, codes: Map<number, string>): string {
  if (row.subject === 'account') return codes.get(row.id!) ?? String(row.id)
  if (row.subject === 'transaction')
    return textOf(locale, 'ledger_checks.transaction', { number: row.id ?? 0 })
  if (row.subject === 'funding_type') {
    const type = fundingTypes[row.id as keyof typeof fundingTypes]
    return type ? textOf(locale, type.text) : String(row.id)
  }
  return row.subject === 'ledger' ? textOf(locale, 'tasks.ledger') : row.title
}
