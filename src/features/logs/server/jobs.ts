import { keepVerification, verifyAudit } from '#server/audit-verify.ts'
import { defineDailyJob } from '#server/jobs.ts'

/** Reads the whole audit log each night and keeps what is not as it was written. */
export const verifyAuditLog = defineDailyJob({
  name: 'logs.verify_audit',
  at: '04:00',
  timeLimit: 2 * 60 * 60,
  run: async ({ db, now, signal }) => keepVerification(db, await verifyAudit(db, { signal }), now),
})
