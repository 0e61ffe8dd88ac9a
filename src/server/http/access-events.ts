import type { Readable } from 'node:stream'
import type { Route } from '#shared/route.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/db.ts'
import { Accepted, AnswerAbout, type Context, FileReply } from '../routes/implement.ts'

/** Events of reads and sign-ins, recorded in addition to those of changes; a record's history leaves them out. */
export const accessActions = [
  'read',
  'download',
  'export',
  'sign_in',
  'sign_in_refused',
  'sign_in_locked',
  'sign_out',
] as const

type RecordedAccess = NonNullable<Route['recorded']>

/**
 * Records who read or exported personal data (`recorded` in the route) before the answer leaves: an answer that cannot
 * be recorded is not shown. The search words are left out because they may be a person's name.
 */
export async function recordAccess(
  db: Db,
  { action, object_type }: RecordedAccess,
  { auditContext, params, query }: Pick<Context<Route>, 'auditContext' | 'params' | 'query'>,
  result: unknown,
): Promise<void> {
  if (result instanceof AnswerAbout && result.record === null) return
  const told = result instanceof AnswerAbout ? result.record : result
  const answer = (typeof told === 'object' ? told : null) as Record<string, unknown> | null
  const id = answer?.['id'] ?? (params as { id?: unknown } | undefined)?.id
  const title = result instanceof FileReply ? result.filename : (answer?.['title'] ?? answer?.['full_name'])
  try {
    await audit(db, auditContext, {
      action,
      object_type,
      object_id: typeof id === 'number' ? id : null,
      object_title: typeof title === 'string' ? title : '',
      after: action === 'export' ? describeExport(query, result) : null,
    })
  } catch (error) {
    if (result instanceof FileReply && 'destroy' in result.body) (result.body as Readable).destroy()
    throw error
  }
}

type RecordedQuery = {
  search?: string
  filters?: Record<string, unknown>
  extra?: { columns?: string[]; slugs?: string[] }
}

function describeExport(query: unknown, result: unknown): Record<string, unknown> {
  const { search, filters = {}, extra } = (query ?? {}) as RecordedQuery
  return {
    filters: Object.fromEntries(Object.entries(filters).filter(([, values]) => values !== undefined)),
    searched: Boolean(search),
    columns: extra?.columns ?? null,
    chosen: extra?.slugs?.length ?? null,
    in_background: result instanceof Accepted,
  }
}
