import { z } from 'zod'
import { saveVerification, verifyAudit } from '#server/audit/verify.ts'
import { defineDailyJob, defineJob, type JobContext } from '#server/work/jobs.ts'
import { requestRun, runLedgerChecks } from './ledger-checks/runs.ts'

export const verifyAuditLog = defineDailyJob({
  name: 'logs.verify_audit',
  at: '04:00',
  timeLimit: 2 * 60 * 60,
  run: async ({ db, now, signal }) => saveVerification(db, await verifyAudit(db, { signal }), now),
})

const checking = ({ db, services, signal }: JobContext) => ({
  db,
  reader: services.database.reader,
  clock: services.clock,
  signal,
})

export const checkLedger = defineJob({
  name: 'logs.check_ledger',
  payload: z.object({ run: z.int() }),
  retries: 2,
  timeLimit: 3 * 60 * 60,
  run: (context, { run }) => runLedgerChecks(checking(context), run),
})

/** Checks the ledger each night, unless a run is under way already. */
export const checkLedgerNightly = defineDailyJob({
  name: 'logs.check_ledger_nightly',
  at: '02:00',
  retries: 2,
  timeLimit: 3 * 60 * 60,
  run: async (context) => {
    const run = await requestRun(context.db, null, context.now)
    if (run !== undefined) await runLedgerChecks(checking(context), run)
  },
})
