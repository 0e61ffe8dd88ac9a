import { sql } from 'kysely'
import type { StoredDocument } from './queries.ts'

/** Of a row of documents: it holds, because nothing came in its place and nobody withdrew or deleted it. */
export const holds = sql<boolean>`(documents.superseded_at is null and documents.withdrawn_at is null
  and documents.deleted_at is null)`

/** The same of one that was read, and so is not deleted. */
export const isHolding = ({
  superseded_at,
  withdrawn_at,
}: Pick<StoredDocument, 'superseded_at' | 'withdrawn_at'>): boolean =>
  superseded_at === null && withdrawn_at === null
