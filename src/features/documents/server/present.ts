import { dayOf } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { fullNameWithUsername } from '#server/session.ts'
import { text } from '#server/texts.ts'
import type { DocumentRow } from '../contract.ts'
import { type DocumentType, keptUntil } from '../rules.ts'
import type { StoredDocument } from './queries.ts'

/** What the type of a document is called; a finding after § 60a and a letter to a donor have names of their own. */
export function typeText(locale: Locale, type: DocumentType, kind: string): string {
  return kind === 'art60a' || kind === 'donor_letter'
    ? text(locale, `documents.kinds.${kind}`)
    : text(locale, `documents.types.${type}`)
}

/** A document as the wire and the export show it; `keptMonths` is what the law asks of receipts. */
export function presentDocument(row: StoredDocument, locale: Locale, keptMonths: number): DocumentRow {
  const { id, slug, type, kind, state, source, number, size_bytes, pages, version } = row
  const { issued_on, expires_on, expires_typed, username, first_name, last_name } = row
  return {
    id,
    slug,
    title: row.filename,
    type,
    type_display: typeText(locale, type, kind),
    kind,
    target: {
      type: row.target_type,
      id: (row.project_id ?? row.organization_id)!,
      slug: row.target_slug,
      title: row.target_title,
    },
    issued_on,
    expires_on,
    expires_typed,
    state,
    state_display: text(locale, `documents.states.${state}`),
    source,
    number,
    size_bytes,
    pages,
    superseded: row.superseded_at && {
      at: row.superseded_at.toISOString(),
      by: row.superseded_by_name,
    },
    withdrawn_at: row.withdrawn_at && row.withdrawn_at.toISOString(),
    kept_until: keptUntil({ type, issued_on, created_on: dayOf(row.created_at) }, keptMonths),
    download_url: `/api/v4/documents/${encodeURIComponent(slug)}/download/`,
    created_by:
      username === null
        ? ''
        : fullNameWithUsername({ username, first_name: first_name!, last_name: last_name! }),
    created_at: row.created_at.toISOString(),
    version,
  }
}
