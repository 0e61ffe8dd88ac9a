import { Readable } from 'node:stream'
import { forbidden, notFound } from '#server/base/errors.ts'
import { writeCsv } from '#server/formats/csv.ts'
import type { Db } from '#server/db/db.ts'
import { paging } from '#server/lists/list-query.ts'
import { FileReply, implement } from '#server/routes/implement.ts'
import type { User } from '#server/auth/session.ts'
import { mediaTypes } from '#shared/route.ts'
import type { Locale } from '#shared/messages.ts'
import { bulkActions, mayRun } from '../rules.ts'
import { bulkRuns } from '../contract.ts'
import { listRuns, maySee } from './list.ts'
import { allResults, presentRuns, resultColumns, resultsOf } from './present.ts'
import type { RunTarget } from './run-target.ts'
import { cancelRun, findRun, retryRun, stopMails, undoRun } from './runs.ts'
import type { StoredRun } from './stored-run.ts'

/** A run, visible to the person who started it and to holders of its act's right. */
async function ownRun(db: Db, user: User, id: number): Promise<StoredRun> {
  const run = await findRun(db, id)
  if (!maySee(user, run)) throw notFound()
  return run
}

type RunContext = { db: Db; user: User; locale: Locale; now: Date; params: { id: number } }

async function shown({ db, user, params, ...asking }: RunContext) {
  return (await presentRuns(db, [await ownRun(db, user, params.id)], asking))[0]!
}

/** Changing a run needs the right of its act. */
async function changing(context: RunContext): Promise<void> {
  const { action } = await ownRun(context.db, context.user, context.params.id)
  if (!mayRun(context.user, action)) throw forbidden(bulkActions[action])
}

export const bulkRunRoutes = (target: RunTarget) =>
  implement(bulkRuns, {
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
      await retryRun(context.db, context.auditContext, context.params.id, target)
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
