import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { paging } from '#server/lists/list-query.ts'
import { textOf } from '#server/base/texts.ts'
import { fullNameWithUsername } from '#server/auth/session.ts'
import type { Locale } from '#shared/messages.ts'
import { showInstant } from '#shared/dates.ts'
import { repeatable, type RowState, rowStates, undoableRuns } from '../rules.ts'
import { mailsOfRuns } from './mails.ts'
import { tallyOf } from './runs.ts'
import type { StoredRun } from './stored-run.ts'

export async function presentRuns(db: Db, runs: StoredRun[], { locale, now }: { locale: Locale; now: Date }) {
  const ids = runs.map((run) => run.id)
  const tally = await tallyOf(db, ids)
  const people = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'username'])
    .where('id', '=', sql<number>`any(${runs.map((run) => run.user_id)}::bigint[])`)
    .execute()
  const mailsOf = await mailsOfRuns(db, runs)
  return runs.map((run) => {
    const own = tally.filter((row) => row.run_id === run.id)
    const count = (state: RowState) =>
      own.filter((row) => row.state === state).reduce((sum, row) => sum + row.count, 0)
    const mails = mailsOf.get(run.id)
    const isAtWork = run.state === 'running' || run.state === 'undoing'
    const undoable =
      undoableRuns.includes(run.action) &&
      !isAtWork &&
      run.state !== 'undone' &&
      run.undo_until > now &&
      count('done') > 0
    return {
      id: run.id,
      action: run.action,
      status: run.state,
      input: run.input,
      by: fullNameWithUsername(people.find((person) => person.id === run.user_id)!),
      created_at: run.created_at.toISOString(),
      finished_at: run.finished_at?.toISOString() ?? null,
      total: run.total,
      counts: Object.fromEntries(rowStates.map((state) => [state, count(state)])) as Record<RowState, number>,
      causes: own.flatMap(({ state, code, count: n }) =>
        code === null ? [] : [{ state, code, text: causeInWords(locale, state, code), count: n }],
      ),
      // A cancelled run can also resume rows that it had not reached.
      can_retry: own
        .filter(({ state, code }) =>
          state === 'waiting'
            ? run.state === 'cancelled'
            : state === 'failed' && code !== null && repeatable.includes(code),
        )
        .reduce((sum, row) => sum + row.count, 0),
      undo_until: undoable ? run.undo_until.toISOString() : null,
      mails_sent: mails?.sent ?? 0,
      mails_waiting: mails?.waiting ?? 0,
      mails_leave_at: isAtWork ? null : (mails?.leave_at?.toISOString() ?? null),
    }
  })
}

type StoredResult = {
  place: number
  slug: string
  title: string
  state: RowState
  code: string | null
  parameters: Record<string, string> | null
}

/** One page of a run's results, in the order of its rows. */
export async function resultsOf(
  db: Db,
  runId: number,
  query: { page: number; page_size: number; state?: RowState | undefined; code?: string | undefined },
  locale: Locale,
) {
  const matching = db
    .selectFrom('bulk_rows')
    .where('run_id', '=', runId)
    .$if(query.state !== undefined, (rows) => rows.where('state', '=', query.state!))
    .$if(query.code !== undefined, (rows) => rows.where('code', '=', query.code!))
  const { n } = await matching.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = (await matching
    .select(['place', 'slug', 'title', 'state', 'code', 'parameters'])
    .orderBy('place')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()) as StoredResult[]
  return { ...paging(n, query), results: rows.map((row) => presentResult(row, locale)) }
}

const blockRows = 2000
const header = ['bulk.sheet.project', 'bulk.sheet.slug', 'bulk.sheet.result', 'bulk.sheet.cause'] as const

export function resultColumns(locale: Locale) {
  return header.map((key) => ({ header: textOf(locale, key), kind: 'text' as const, width: 30 }))
}

/** All results, block by block, so that memory use does not grow with the run. */
export async function* allResults(db: Db, runId: number, locale: Locale): AsyncGenerator<string[]> {
  for (let last = 0; ;) {
    const rows = (await db
      .selectFrom('bulk_rows')
      .select(['place', 'slug', 'title', 'state', 'code', 'parameters'])
      .where('run_id', '=', runId)
      .where('place', '>', last)
      .orderBy('place')
      .limit(blockRows)
      .execute()) as StoredResult[]
    for (const row of rows) {
      const { text } = presentResult(row, locale)
      yield [row.title, row.slug, textOf(locale, `bulk.states.${row.state}`), text ?? '']
    }
    if (rows.length < blockRows) return
    last = rows.at(-1)!.place
  }
}

function presentResult({ parameters, ...row }: StoredResult, locale: Locale) {
  return {
    ...row,
    text: row.code === null ? null : causeInWords(locale, row.state, row.code, parameters ?? {}),
  }
}

/** Why a row was skipped, refused or kept; a conflict names the other person if known. */
function causeInWords(
  locale: Locale,
  state: RowState,
  code: string,
  { at, ...parameters }: Record<string, string | number> = {},
): string {
  if (state === 'skipped') return textOf(locale, `bulk.skipped.${code}`)
  if (code === 'edit_conflict' && parameters.person)
    return textOf(locale, 'bulk.changed_by', { ...parameters, time: showInstant(String(at)) })
  const own = `bulk.failed.${code}`
  if (textOf(locale, own) !== own) return textOf(locale, own, parameters)
  const text = textOf(locale, `errors.${code}`, parameters)
  return text
}
