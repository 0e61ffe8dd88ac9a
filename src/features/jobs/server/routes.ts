import type { Locale } from '#shared/messages.ts'
import { audit, auditOf } from '#server/audit/audit.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { implement } from '#server/routes/implement.ts'
import { textOf } from '#server/base/texts.ts'
import { type JobRow, jobs } from '../contract.ts'
import { findJob, listJobs, retryJob, type StoredJob } from './queries.ts'

function present(job: StoredJob, locale: Locale): JobRow {
  return {
    ...job,
    state_display: textOf(locale, `jobs.state.${job.state}`),
    can_retry: job.state === 'failed',
    created_at: job.created_at.toISOString(),
    starts_at: job.starts_at?.toISOString() ?? null,
    finished_at: job.finished_at?.toISOString() ?? null,
  }
}

export const jobRoutes = implement(jobs, {
  list: async ({ reader, query, locale }) => {
    const { rows, ...page } = await listJobs(reader, query)
    return { ...page, results: rows.map((row) => present(row, locale)) }
  },

  retry: async ({ db, params, auditContext, locale }) => {
    const job = await findJob(db, params.id)
    if (!job) throw notFound()
    if (!(await retryJob(db, params.id))) throw conflict('job_not_failed')
    await audit(db, auditContext, {
      action: 'retry',
      ...auditOf('job', { id: null, title: job.job }),
      after: { id: job.id },
    })
    return present((await findJob(db, params.id))!, locale)
  },
})
