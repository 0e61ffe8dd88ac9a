import { sql } from 'kysely'
import { z } from 'zod'
import { conflict } from '#server/base/errors.ts'
import { defineWork } from '#server/work/define-work.ts'
import type { ImportState } from '../work-rules.ts'

export const importRequest = { name: 'imports.work', payload: z.object({ id: z.int() }) }

export const importWorkRows = defineWork<'imports', ImportState>({
  kind: 'import',
  table: 'imports',
  states: {
    uploaded: null,
    checking: 'working',
    checked: 'done',
    running: 'working',
    done: 'done',
    failed: 'failed',
    cancelled: 'stopped',
    undoing: 'working',
    undone: 'done',
  },
  owner: 'actor_id',
  askedAt: 'updated_at',
  about: sql`filename`,
  done: sql`rows_done`,
  total: sql`case when step = 'reading' then null else rows_total end`,
  canStop: sql`not cancel_requested`,
  notRunning: () => conflict('import_not_working'),
})
