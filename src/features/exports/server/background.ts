import { sql } from 'kysely'
import { z } from 'zod'
import type { Locale } from '#shared/messages.ts'
import { addDays, dayOf } from '#shared/dates.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Db } from '#server/db/db.ts'
import { scopeOf, textOfScope } from '#server/auth/company-scope.ts'
import { conflict } from '#server/base/errors.ts'
import { newFileKey } from '#server/files/files.ts'
import { defineWork, queuedStates, WorkStopped } from '#server/work/define-work.ts'
import { defineDailyJob, defineJob, enqueue, type JobContext } from '#server/work/jobs.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { LongWork } from '#server/work/long-work.ts'
import { selectionChanged } from '#server/lists/selection.ts'
import type { Context, FileReply } from '#server/routes/implement.ts'
import { Accepted } from '#server/routes/implement.ts'
import type { Route } from '#shared/route.ts'
import { findActiveUser, fullNameWithUsername } from '#server/auth/session.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { exportStates } from '../contract.ts'
import { largestDirectExport } from '../query.ts'
import type { ExportedList } from '../rules.ts'
import {
  type AnyExport,
  bytesOf,
  type ExportContext,
  type ExportingUser,
  type ExportParameters,
  exportReply,
  fileName,
} from './list-export.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- each list has its own query
export type Build = (db: Db, query: any, asked: ExportParameters, by: ExportContext) => Promise<AnyExport>

const daysKept = 7

/** Stands for a person whose account is gone or disabled: no rights, no company. */
const nobody: ExportingUser = { is_superuser: false, permissions: [], user_type: 'company', company_id: null }

export type Builders = Record<ExportedList, Build>

/** The job of a large export, for enqueueing. */
export const exportWork = {
  name: 'exports.build',
  payload: z.object({ id: z.int() }),
  retries: 3,
  timeLimit: 30 * 60,
}

/** Exports as long work; `stop` keeps nothing of the file. */
export const exportsAtWork = defineWork<'exports', (typeof exportStates)[number]>({
  kind: 'export',
  table: 'exports',
  states: queuedStates,
  state: 'status',
  owner: 'user_id',
  askedAt: 'created_at',
  about: sql`list`,
  done: sql`rows_done`,
  total: sql`row_count`,
  notRunning: () => conflict('export_not_running'),
})

/** The job behind large exports; the lists it knows are handed in where all features come together. */
export function exportJob(builders: Builders) {
  return defineJob({ ...exportWork, run: (context, { id }) => buildExport(context, id, builders) })
}

type Call = Pick<Context<Route>, 'db' | 'reader' | 'now' | 'today' | 'locale'> & {
  user: ExportingUser & { id: number; username: string; first_name: string; last_name: string }
  query: ListQuery & { extra: ExportParameters }
}

/**
 * Answers an export at once, or accepts it as a background job when it has more than 20,000 rows. The route has checked the
 * right to export and the right to see the list.
 */
export async function answerExport(
  list: ExportedList,
  build: Build,
  call: Call,
): Promise<FileReply | Accepted> {
  const { reader, db, query, user, now, locale } = call
  const by = { locale, now, today: call.today, holder: user, person: fullNameWithUsername(user) }
  const ready = await build(reader, query, query.extra, by)
  const { expected_count, exclude = [], format } = query.extra
  if (ready.selectable && expected_count !== undefined && expected_count !== ready.ids.length)
    throw await selectionChanged(reader, ready.selectable, { query, exclude, expected_count })
  if (ready.ids.length <= largestDirectExport) return exportReply(reader, ready, format)
  const id = await inTransaction(db, async (tx) => {
    const row = await tx
      .insertInto('exports')
      .values({ user_id: user.id, list, query: JSON.stringify(query), language: locale, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, exportWork, { id: row.id })
    return row.id
  })
  return new Accepted({ export: { id, status: 'queued' } })
}

async function buildExport(
  { services, db, now, today }: JobContext,
  id: number,
  builders: Builders,
): Promise<void> {
  const asked = await db
    .selectFrom('exports')
    .innerJoin('users', 'users.id', 'exports.user_id')
    .select(['list', 'query', 'exports.language', 'file_key', 'user_id'])
    .select(['email', 'username', 'first_name', 'last_name', 'users.language as own_language'])
    .where('exports.id', '=', id)
    .where(exportsAtWork.underWay)
    .executeTakeFirst()
  if (!asked) return
  // A file left by a worker that died.
  if (asked.file_key) await services.files.remove(asked.file_key)
  // Recorded before the file exists. A worker that takes the export over records another key, and the end of this one
  // changes nothing.
  const file_key = newFileKey()
  const isFree = sql`file_key is not distinct from ${asked.file_key}`
  if (!(await exportsAtWork.update(db, id, { status: 'running', file_key }, isFree))) return
  const isOurs = sql`file_key = ${file_key}`
  const query = asked.query as unknown as ListQuery & { extra: ExportParameters }
  const locale = asked.language as Locale
  const { reader } = services.database
  // The person's current rights decide.
  const holder = (await findActiveUser(db, asked.user_id)) ?? nobody
  const person = fullNameWithUsername(asked)
  const built = await builders[asked.list as ExportedList](reader, query, query.extra, {
    locale,
    today,
    now,
    holder,
    person,
  })
  const { format } = query.extra
  const list = withProgress(built, (rows_done) =>
    exportsAtWork.report(db, id, { row_count: built.ids.length, rows_done }, isOurs),
  )
  const filename = fileName(list, format)
  try {
    await services.files.put(bytesOf(reader, list, format), file_key)
  } catch (error) {
    // `put` has removed the unfinished file.
    if (error instanceof WorkStopped) return
    throw error
  }
  const expires_at = new Date(now.getTime() + daysKept * 86_400_000)
  const isKept = await inTransaction(db, async (tx) => {
    const result = {
      filename,
      needs: list.needs ?? [],
      seen_as: textOfScope(scopeOf(holder)),
      row_count: list.ids.length,
      expires_at,
    }
    if (!(await exportsAtWork.finish(tx, id, now, result, isOurs))) return false
    const name = `${asked.first_name} ${asked.last_name}`.trim()
    await queueMail(tx, {
      template: 'export_ready',
      to: { user_id: asked.user_id, email: asked.email, name, language: asked.own_language as Locale },
      object: { type: 'export', id },
      data: {
        filename,
        rows: list.ids.length,
        link: `${services.config.baseUrl}/api/v4/exports/${id}/file/`,
        expires_on: addDays(dayOf(now, services.config.timeZone), daysKept),
      },
      now,
    })
    return true
  })
  if (!isKept) await services.files.remove(file_key)
}

/** The same list, which reports with each block of rows how many were read before. */
function withProgress(list: AnyExport, report: (rowsDone: number) => Promise<void>): AnyExport {
  let rowsDone = 0
  return {
    ...list,
    rowsByIds: async (reader, ids) => {
      await report(rowsDone)
      rowsDone += ids.length
      return list.rowsByIds(reader, ids)
    },
  }
}

/** Recovers exports whose job is lost: they run again or, if that fails, end as failed. */
export const exportLongWork: LongWork = {
  ...exportsAtWork,
  job: exportWork,
  giveUp: async (tx, id, { now, files }) => {
    const row = await tx
      .selectFrom('exports')
      .select('file_key')
      .where('id', '=', id)
      .where(exportsAtWork.underWay)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row?.file_key) await files.remove(row.file_key)
    await exportsAtWork.fail(tx, id, now, { file_key: null })
  },
}

/** Removes the files of exports that are older than seven days. */
export const removeExpiredExports = defineDailyJob({
  name: 'exports.remove_expired',
  at: '03:00',
  run: async ({ services, db, now }) => {
    const old = await db
      .selectFrom('exports')
      .select(['id', 'file_key'])
      .where('file_key', 'is not', null)
      .where('expires_at', '<', now)
      .execute()
    for (const { id, file_key } of old) {
      await services.files.remove(file_key!)
      await db.updateTable('exports').set({ file_key: null }).where('id', '=', id).execute()
    }
  },
})
