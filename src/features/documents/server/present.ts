import { dayOf } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { nameOfJoined } from '#server/auth/session.ts'
import { text } from '#server/base/texts.ts'
import { maskName } from '#shared/mask-name.ts'
import type { Holder } from '#shared/permissions.ts'
import { seesDonors } from '#shared/personal-data.ts'
import type { DocumentRow } from '../contract.ts'
import { keptUntil } from '../rules.ts'
import { nameInWords, typeText } from './document-names.ts'
import type { StoredDocument } from './queries.ts'

type Presentation = {
  locale: Locale
  keptMonths: number
  /** The reader: donors are masked without the right to see them. */
  user: Holder
}

/** A document in the format of API and export. */
export function presentDocument(
  row: StoredDocument,
  { locale, keptMonths, user }: Presentation,
): DocumentRow {
  const { id, slug, type, kind, state, source, number, size_bytes, pages, version } = row
  const { issued_on, expires_on, expires_typed, username, first_name, last_name } = row
  return {
    id,
    slug,
    title: row.filename,
    name: nameInWords(locale, row),
    donor: row.donor_name && !seesDonors(user) ? maskName(row.donor_name) : row.donor_name,
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
    created_by: nameOfJoined({ username, first_name, last_name }) ?? '',
    created_at: row.created_at.toISOString(),
    version,
  }
}
