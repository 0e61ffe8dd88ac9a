import type { ColumnType } from 'kysely'

export type JsonValue =
  | boolean
  | number
  | string
  | null
  | JsonValue[]
  | { [key: string]: JsonValue | undefined }

type JsonInput = Record<string, unknown> | string

/**
 * A jsonb column. Objects are sent as they are; a list, text, number or boolean must be passed as JSON text, because
 * `pg` would send a list as a PostgreSQL array (an empty one silently becomes `{}`).
 */
export type JsonColumn = ColumnType<JsonValue, JsonInput, JsonInput>
