import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { WorkKind } from '#shared/work.ts'

type Row = { state: string; user: number; now: Date; finished_at?: Date | null }

const rows: Record<WorkKind, (row: Required<Row>) => RawBuilder<{ id: number }>> = {
  import: ({ state, user, now, finished_at }) => sql`
    insert into imports (filename, size_bytes, file_hash, file_key, kind, options, mapping, head, state, lease_token,
      lease_until, actor_id, created_at, updated_at, finished_at)
    values ('a.csv', 1, 'h', gen_random_uuid()::text, 'csv', '{}', '{}', '{}', ${state}, 'lost', ${new Date(now.getTime() - 1)}, ${user},
      ${now}, ${now}, ${finished_at})`,
  bulk_run: ({ state, user, now, finished_at }) => sql`
    insert into bulk_runs (action, input, state, user_id, language, total, created_at, undo_until, finished_at)
    values ('archive', '{}', ${state}, ${user}, 'en_US', 1, ${now}, ${now}, ${finished_at})`,
  export: ({ state, user, now, finished_at }) => sql`
    insert into exports (user_id, list, query, language, status, created_at, finished_at)
    values (${user}, 'projects', '{}', 'en_US', ${state}, ${now}, ${finished_at})`,
  generation_run: ({ state, user, now, finished_at }) => sql`
    insert into generation_runs (kind, template, issue_day, state, user_id, language, gifts, total, created_at, finished_at)
    values ('donation_receipt', 'standard-donation-receipt', '2026-11-21', ${state}, ${user}, 'en_US', 1, 1, ${now},
      ${finished_at})`,
  statement_file: ({ state, user, now, finished_at }) => sql`
    insert into bank_statement_files (filename, size_bytes, file_key, state, lines_total, created_by, created_at, finished_at)
    values ('a.xml', 1, 'a-key-of-a-stored-file', ${state}, 1, ${user}, ${now}, ${finished_at})`,
  ledger_check: ({ state, user, now, finished_at }) => sql`
    insert into ledger_check_runs (state, asked_by, asked_at, finished_at)
    values (${state}, ${user}, ${now}, ${finished_at})`,
}

/** Inserts a row that stands for long work of a kind, without its job; returns its id. */
export async function insertWork(db: Db, kind: WorkKind, row: Row): Promise<number> {
  const insert = rows[kind]({ finished_at: null, ...row })
  return (await sql<{ id: number }>`${insert} returning id`.execute(db)).rows[0]!.id
}
