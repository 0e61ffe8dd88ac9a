import type { ColumnType } from 'kysely'

export type JsonValue =
  | boolean
  | number
  | string
  | null
  | JsonValue[]
  | { [key: string]: JsonValue | undefined }

type Sent = Record<string, unknown> | string

/**
 * A jsonb column. An object is sent as it is; a list, text, number or truth value must be handed over as JSON text,
 * because `pg` would send a list as a PostgreSQL array (the empty one silently becomes `{}`).
 */
export type JsonColumn = ColumnType<JsonValue, Sent, Sent>
