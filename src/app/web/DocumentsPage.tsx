import { DocumentsPage as Documents } from '#features/documents/web/DocumentsPage.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'

const GenerateDialog = lazyDialog(() => import('#features/receipts/web/GenerateDialog.tsx'), 'GenerateDialog')

/** The documents, with the dialog that generates new ones: documents themselves know no receipts. */
export function DocumentsPage() {
  return <Documents GenerateDialog={GenerateDialog} />
}
