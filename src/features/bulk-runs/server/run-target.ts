import type { RawBuilder } from 'kysely'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import type { JobContext } from '#server/work/jobs.ts'
import type { User } from '#server/auth/session.ts'
import type { Day } from '#shared/dates.ts'
import type { RowState } from '../rules.ts'
import type { StoredRun } from './stored-run.ts'

/** Environment in which a run works. */
export type Place = Pick<JobContext, 'services' | 'db' | 'today' | 'signal'>

/** A row of a run, as frozen at the start. */
export type RunRow = {
  place: number
  project_id: number
  slug: string
  version: number | null
  event_id: number | null
  given_to: number | null
}

/** Result of a row; without a state it counts as failed, or as kept by an undo. */
export type RowResult = {
  state?: RowState
  code?: string
  parameters?: Record<string, string | number>
  event_id?: number
}

/** The actor and time of a change. */
export type Author = { auditContext: AuditContext; user: User }

/** The records that runs work on; their feature hands it in. */
export type RunTarget = {
  /** Prepares the act once per transaction; the returned function changes one row. */
  prepare: (
    tx: Db,
    place: Place,
    run: StoredRun,
    user: User,
  ) => Promise<(by: Author, row: RunRow) => Promise<RowResult>>
  /** Undoes several rows at once; returns a result for each, in their order. */
  undo: (tx: Db, by: Author, run: StoredRun, rows: readonly RunRow[]) => Promise<RowResult[]>
  tellEnd: (tx: Db, run: StoredRun, at: { now: Date; today: Day; baseUrl: string }) => Promise<void>
  /** Current version of a row's record, as an SQL expression on `bulk_rows`. */
  currentVersion: RawBuilder<number>
}
