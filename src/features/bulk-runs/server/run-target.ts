import type { RawBuilder } from 'kysely'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import type { JobContext } from '#server/work/jobs.ts'
import type { User } from '#server/auth/session.ts'
import type { Day } from '#shared/dates.ts'
import type { RowState } from '../rules.ts'
import type { StoredRun } from './stored-run.ts'

/** Where a run is worked on. */
export type Place = Pick<JobContext, 'services' | 'db' | 'today' | 'signal'>

/** A row of a run, as it was frozen at the start. */
export type RunRow = {
  place: number
  project_id: number
  slug: string
  version: number | null
  event_id: number | null
  given_to: number | null
}

/** Result of a row; without a state it failed, or was kept by an undo. */
export type RowResult = {
  state?: RowState
  code?: string
  parameters?: Record<string, string | number>
  event_id?: number
}

/** In whose name a row is done or undone, and when. */
export type By = { auditContext: AuditContext; user: User }

/** The records that runs work on, handed in by their feature. */
export type RunTarget = {
  /** Prepares the act of a run once for the rows of a transaction; the function it answers does one row. */
  prepare: (
    tx: Db,
    place: Place,
    run: StoredRun,
    user: User,
  ) => Promise<(by: By, row: RunRow) => Promise<RowResult>>
  /** Undoes rows together; a result for each, in their order. */
  undo: (tx: Db, by: By, run: StoredRun, rows: readonly RunRow[]) => Promise<RowResult[]>
  tellEnd: (tx: Db, run: StoredRun, at: { now: Date; today: Day; baseUrl: string }) => Promise<void>
  /** The current version of a row's record, as an expression on `bulk_rows`. */
  currentVersion: RawBuilder<number>
}
