import { Readable } from 'node:stream'
import { forbidden, notFound } from '#server/errors.ts'
import { writeCsv } from '#server/csv.ts'
import type { Db } from '#server/db/db.ts'
import { paging } from '#server/list.ts'
import { Accepted, FileReply, implement } from '#server/routes.ts'
import type { User } from '#server/session.ts'
import { parsePart } from '#server/validation.ts'
import { mediaTypes } from '#shared/route.ts'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { Selection } from '#shared/selection.ts'
import { type BulkAction, bulkActions, mayRun } from '../../bulk.ts'
import { bulkInputs, bulkRuns } from '../../bulk-contract.ts'
import { askedBy, type ProjectQuery } from '../list.ts'
import { actOf } from './acts.ts'
import { listRuns, maySee } from './list.ts'
import { allResults, presentRuns, resultColumns, resultsOf } from './present.ts'
import { previewRun } from './preview.ts'
import { cancelRun, findRun, retryRun, startRun, stopMails, undoRun } from './runs.ts'
import type { StoredRun } from './stored-run.ts'

type Call = { db: Db; user: User; today: Day; params: { action: BulkAction } }

/** What is to be done, for who may do it: the right first, then each field of the act. */
async function inputOf({ db, user, today, params }: Call, fields: Record<string, unknown>): Promise<unknown> {
  const { action } = params
  if (!mayRun(user, action)) throw forbidden(bulkActions[action])
  const input: unknown = parsePart(bulkInputs[action], fields)
  return (await actOf(action).prepare?.(db, input, today)) ?? input
}

// "Me" in a filter is whoever asks.
const byUser = async (
  db: Db,
  selection: Selection<ProjectQuery>,
  user: User,
): Promise<Selection<ProjectQuery>> =>
  'query' in selection ? { ...selection, query: await askedBy(db, selection.query, user) } : selection

/** A run for whoever started it, and for who holds the right of its act. */
async function ownRun(db: Db, user: User, id: number): Promise<StoredRun> {
  const run = await findRun(db, id)
  if (!maySee(user, run)) throw notFound()
  return run
}

type Shown = { db: Db; user: User; locale: Locale; now: Date; params: { id: number } }

async function shown({ db, user, params, ...asking }: Shown) {
  return (await presentRuns(db, [await ownRun(db, user, params.id)], asking))[0]!
}

/** Changing a run needs the right of its act, as its rows do. */
async function changing(context: Shown): Promise<void> {
  const { action } = await ownRun(context.db, context.user, context.params.id)
  if (!mayRun(context.user, action)) throw forbidden(bulkActions[action])
}

export const bulkRunRoutes = implement(bulkRuns, {
  preview: async (context) => {
    const { selection: sent, since, seed, show, ...fields } = context.body
    const input = await inputOf(context, fields)
    const selection = await byUser(context.db, sent, context.user)
    return previewRun(context.db, context, {
      action: context.params.action,
      input,
      selection,
      since,
      seed,
      show,
    })
  },

  start: async (context) => {
    const { selection: sent, since, ...fields } = context.body
    const input = await inputOf(context, fields)
    const selection = await byUser(context.db, sent, context.user)
    const { auditContext, locale, user, today } = context
    const doing = { ...auditContext, locale, user, today }
    const id = await startRun(context.db, doing, { action: context.params.action, input, selection, since })
    return new Accepted({ bulk: { id, status: 'running' } })
  },

  list: async ({ reader, user, query, locale, now }) => {
    const { n, rows } = await listRuns(reader, user, query)
    return { ...paging(n, query), results: await presentRuns(reader, rows, { locale, now }) }
  },

  read: shown,

  rows: async ({ db, user, params, query, locale }) => {
    await ownRun(db, user, params.id)
    return resultsOf(db, params.id, query, locale)
  },

  download: async ({ reader, user, params, locale }) => {
    const run = await ownRun(reader, user, params.id)
    const table = { columns: resultColumns(locale), rows: allResults(reader, run.id, locale) }
    return new FileReply(Readable.from(writeCsv(table)), mediaTypes.csv, `${run.action}-${run.id}.csv`)
  },

  cancel: async (context) => {
    await changing(context)
    await cancelRun(context.db, context.auditContext, context.params.id)
    return shown(context)
  },

  retry: async (context) => {
    await changing(context)
    await retryRun(context.db, context.auditContext, context.params.id)
    return shown(context)
  },

  stopMails: async (context) => {
    await changing(context)
    await stopMails(context.db, context.auditContext, context.params.id)
    return shown(context)
  },

  undo: async (context) => {
    await changing(context)
    await undoRun(context.db, context.auditContext, context.user.id, context.params.id)
    return shown(context)
  },
})
