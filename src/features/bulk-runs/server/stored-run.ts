import type { Locale } from '#shared/messages.ts'
import type { BulkAction, RunState } from '../rules.ts'

export type StoredRun = {
  id: number
  action: BulkAction
  input: Record<string, unknown>
  state: RunState
  user_id: number
  undone_by: number | null
  language: Locale
  total: number
  created_at: Date
  finished_at: Date | null
  undo_until: Date
  undone_at: Date | null
}
