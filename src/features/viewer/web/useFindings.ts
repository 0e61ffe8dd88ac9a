import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api.ts'
import { useAllowed } from '#web/profile.tsx'
import type { DocumentRow } from '#features/documents/contract.ts'
import type { Findings } from '#features/document-reading/findings.ts'

/** State of reading a document's text. */
export type Reading =
  | { state: 'reading' }
  | { state: 'read'; hasText: boolean; fields: Findings['fields'] }
  | { state: 'failed'; error: unknown; retry: () => void }

/** Values found in a notice and the record to compare with; other documents are not analysed. */
export function useFindings(row: DocumentRow) {
  const allowed = useAllowed()
  const isNotice = row.type === 'exemption_notice' && row.target.type === 'organization'
  const findings = useQuery({
    ...q('GET /api/v4/documents/:slug/findings/', { params: { slug: row.slug } }),
    enabled: isNotice,
    staleTime: Infinity,
    retry: false,
  })
  const organization = useQuery({
    ...q('GET /api/v4/organization/:slug/', { params: { slug: row.target.slug } }),
    enabled: isNotice && allowed('view_organizations'),
  })
  const waitsForRecord = organization.isLoading
  const reading: Reading = findings.error
    ? { state: 'failed', error: findings.error, retry: () => void findings.refetch() }
    : findings.data && !waitsForRecord
      ? { state: 'read', hasText: findings.data.has_text, fields: findings.data.fields }
      : isNotice
        ? { state: 'reading' }
        : { state: 'read', hasText: true, fields: [] }
  return { reading, organization: organization.data }
}
