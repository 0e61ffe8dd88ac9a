import { type RawBuilder, sql } from 'kysely'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Db } from '#server/db/db.ts'
import { allOf, paging } from '#server/lists/list-query.ts'
import { queueName } from '#server/work/queue.ts'
import type { jobList, JobState } from '../table.ts'

export type JobQuery = ListQuery<typeof jobList>

/** A queued job, or a request that the queue has not received yet. */
export type StoredJob = {
  id: string
  job: string
  state: JobState
  retries: number
  error: string
  created_at: Date
  starts_at: Date | null
  finished_at: Date | null
}

/** pg-boss's jobs in our terms, and requests it has not received yet. Only `retryJob` writes its tables. */
const queued = sql`
  select id::text, data->>'job' as job,
    case state::text when 'active' then 'running' when 'completed' then 'done' when 'failed' then 'failed'
      when 'cancelled' then 'failed' else 'queued' end as state,
    retry_count as retries,
    case when state in ('failed', 'retry', 'cancelled') then coalesce(nullif(output->>'message', ''), 'the worker ended before the work was done') else '' end as error,
    created_on as created_at, start_after as starts_at, completed_on as finished_at
  from pgboss.job where name = ${sql.lit(queueName)}
  union all`

const requested = sql`
  select 'request-' || id as id, job, 'queued' as state, 0 as retries, '' as error, created_at, due_at as starts_at,
    null::timestamptz as finished_at
  from job_requests where sent_at is null`

// The worker creates the queue's tables after the server listens, so they may be missing for a moment.
async function allJobs(db: Db): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ made: boolean }>`select to_regclass('pgboss.job') is not null as made`.execute(
    db,
  )
  return sql`(${rows[0]?.made ? queued : sql``} ${requested}) as jobs`
}

const word = (text: string): RawBuilder<boolean> => sql`strpos(lower(job), lower(${text})) > 0`

/** One page of jobs, and the number of jobs per state over the whole queue. */
export async function listJobs(db: Db, query: JobQuery) {
  const states = query.filters.state
  const jobs = await allJobs(db)
  const words = query.search.split(/\s+/).filter(Boolean).map(word)
  const where = allOf([...words, ...(states ? [sql<boolean>`state = any(${states})`] : [])])
  const { rows: counted } = await sql<{ state: JobState; n: number; matching: number }>`
    select state, count(*) as n, count(*) filter (where ${where}) as matching from ${jobs} group by state`.execute(
    db,
  )
  const count = counted.reduce((sum, row) => sum + row.matching, 0)
  const direction = query.ordering.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<StoredJob>`
    select * from ${jobs} where ${where}
    order by ${sql.ref(query.ordering.key)} ${direction}, id ${direction}
    limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`.execute(db)
  const of = (state: JobState) => counted.find((row) => row.state === state)?.n ?? 0
  const counts = { queued: of('queued'), running: of('running'), failed: of('failed'), done: of('done') }
  return { ...paging(count, query), rows, counts }
}

export async function findJob(db: Db, id: string): Promise<StoredJob | undefined> {
  const { rows } = await sql<StoredJob>`select * from ${await allJobs(db)} where id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Queues a failed job for one more try; false if it has not failed. The statement equals pg-boss's own retry, but runs in the
 * caller's transaction with the audit event.
 */
export async function retryJob(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update pgboss.job set state = 'retry', retry_limit = retry_count + 1, completed_on = null,
      start_after = clock_timestamp()
    where name = ${queueName} and id = ${id}::uuid and state in ('failed', 'cancelled')
    returning id`.execute(db)
  return rows.length > 0
}
