import { mediaTypes } from '#shared/route.ts'
import { can, type Permission } from '#shared/permissions.ts'
import { audit, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { isCompanyUser, isSeenIn, scopeOf } from '#server/auth/company-scope.ts'
import { conflict, forbidden, HttpError, notFound } from '#server/base/errors.ts'
import { paging } from '#server/lists/list-query.ts'
import { FileReply, implement } from '#server/routes/implement.ts'
import { type exportStates, listExports } from '../contract.ts'
import type { ExportFormat } from '#shared/lists/exports.ts'
import { type ExportedList, exportedLists, wholeHouseLists } from '../rules.ts'
import { exportsAtWork } from './background.ts'

const columns = [
  'id',
  'list',
  'status',
  'filename',
  'row_count',
  'rows_done',
  'created_at',
  'finished_at',
  'expires_at',
  'file_key',
  'needs',
  'seen_as',
  'query',
] as const

export const exportRoutes = implement(listExports, {
  list: async ({ db, user, query, now }) => {
    const own = db.selectFrom('exports').where('user_id', '=', user.id)
    const { n } = await own.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    const rows = await own
      .select(columns)
      .orderBy('id', 'desc')
      .limit(query.page_size)
      .offset((query.page - 1) * query.page_size)
      .execute()
    return { ...paging(n, query), results: rows.map((row) => present(row, now)) }
  },

  read: async ({ db, user, params, now }) => present(await getExport(db, user.id, params.id), now),

  cancel: async ({ db, user, params, now, auditContext }) => {
    const { id } = await getExport(db, user.id, params.id)
    await exportsAtWork.stop(db, id, now)
    const row = await getExport(db, user.id, id)
    await audit(db, auditContext, {
      action: 'cancel',
      ...auditOf('export', { id: row.id, title: row.list }),
    })
    return present(row, now)
  },

  file: async ({ db, user, params, now, services }) => {
    const row = await getExport(db, user.id, params.id)
    // The person's rights today decide, not those at the time of the request.
    for (const needed of [exportedLists[row.list as ExportedList], ...(row.needs as Permission[])])
      if (!can(user, needed)) throw forbidden(needed)
    const isOfAll = wholeHouseLists.includes(row.list as ExportedList) && isCompanyUser(user)
    if (isOfAll || (row.status === 'done' && !isSeenIn(row.seen_as, scopeOf(user))))
      throw new HttpError(403, 'company_user')
    if (row.status !== 'done') throw conflict('export_not_ready')
    if (!row.file_key || row.expires_at! < now) throw new HttpError(410, 'gone')
    const { format = 'xlsx' } = (row.query as { extra: { format?: ExportFormat } }).extra
    return new FileReply(await services.files.read(row.file_key), mediaTypes[format], row.filename)
  },
})

async function getExport(db: Db, userId: number, id: number) {
  const row = await db
    .selectFrom('exports')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

type Row = Awaited<ReturnType<typeof getExport>>

function present({ file_key, needs: _needs, seen_as: _seenAs, query: _query, ...row }: Row, now: Date) {
  const ready = row.status === 'done' && file_key !== null && row.expires_at! >= now
  return {
    ...row,
    status: row.status as (typeof exportStates)[number],
    download_url: ready ? `/api/v4/exports/${row.id}/file/` : null,
  }
}
