import { sql } from 'kysely'
import type { StoredDocument } from './queries.ts'

/** Current: not superseded, withdrawn or deleted. */
export const isCurrent = sql<boolean>`(documents.superseded_at is null and documents.withdrawn_at is null
  and documents.deleted_at is null)`

/** The same for a document already read from the database; deleted ones are never read. */
export const isCurrentDocument = ({
  superseded_at,
  withdrawn_at,
}: Pick<StoredDocument, 'superseded_at' | 'withdrawn_at'>): boolean =>
  superseded_at === null && withdrawn_at === null
