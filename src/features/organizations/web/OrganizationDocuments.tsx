import { MachinePart } from '#features/receipts/web/MachinePart.tsx'
import { SignaturePart } from '#features/signatures/web/SignaturePart.tsx'
import { DocumentsTab } from '#features/documents/web/DocumentsTab.tsx'
import { RegisterPart } from '#features/register-checks/web/RegisterPart.tsx'
import { useAllowed } from '#web/profile.tsx'

/** An organization's documents. People who may change it also see its signature and the requirements for receipts. */
export function OrganizationDocuments({ id, slug, title }: { id: number; slug: string; title: string }) {
  const allowed = useAllowed()
  return (
    <DocumentsTab target={{ type: 'organization', id, title }}>
      {allowed('change_organizations') && (
        <>
          <SignaturePart slug={slug} />
          <MachinePart slug={slug} />
          <RegisterPart slug={slug} />
        </>
      )}
    </DocumentsTab>
  )
}
