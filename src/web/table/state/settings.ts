import { q } from '../../api.ts'

export function settingsOf(table: string) {
  return {
    ...q('GET /api/v4/table-settings/:tableName/', { params: { tableName: table } }),
    staleTime: 5 * 60_000,
  }
}

/** Query options for a person's layout of a table. */
export function layoutOf(table: string) {
  return {
    ...q('GET /api/v4/table-settings/:tableName/layout/', { params: { tableName: table } }),
    staleTime: 5 * 60_000,
  }
}
