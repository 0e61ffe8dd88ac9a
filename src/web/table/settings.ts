import { q } from '../api.ts'

/** Query options of a table's settings. */
export function settingsOf(table: string) {
  return {
    ...q('GET /api/v4/table-settings/:tableName/', { params: { tableName: table } }),
    staleTime: 5 * 60_000,
  }
}
