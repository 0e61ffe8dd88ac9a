import { sql } from 'kysely'
import type { StoredDocument } from './queries.ts'

/** Current: not superseded, withdrawn or deleted. */
export const isCurrent = sql<boolean>`(documents.superseded_at is null and documents.withdrawn_at is null
  and documents.deleted_at is null)`

/** The same of a document that was read, and so is not deleted. */
export const isCurrentDocument = ({
  superseded_at,
  withdrawn_at,
}: Pick<StoredDocument, 'superseded_at' | 'withdrawn_at'>): boolean =>
  superseded_at === null && withdrawn_at === null
