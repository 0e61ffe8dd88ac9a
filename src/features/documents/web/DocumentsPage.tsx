import { type ComponentType, useRef, useState } from 'react'
import { ExportButton } from '#web/table/toolbar/ExportButton.tsx'
import { ListTable } from '#web/table/list/ListTable.tsx'
import { exportBulkAction } from '#web/table/toolbar/common-actions.tsx'
import { useCan } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { IconFileText, IconUpload } from '#web/ui/lazy-icons.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import type { DocumentRow } from '../contract.ts'
import { documentList } from '../table.ts'
import { columns, titleColumn } from './columns.tsx'
import { DocumentsTabs } from './DocumentsTabs.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import { useDocumentDialogs } from './useDocumentDialogs.tsx'
import { useDrops } from '#web/useDrops.ts'
import './documents.css'

const keyOf = (row: DocumentRow) => row.slug
const bulkActions = [exportBulkAction('GET /api/v4/documents/export/')]

type GenerateDialog = ComponentType<{ onClose: () => void }> & { preload: () => void }

/** All documents of projects and organizations, and beside them the upload of one more (picture 22). */
export function DocumentsPage({ GenerateDialog }: { GenerateDialog: GenerateDialog }) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [uploading, setUploading] = useState<{ files?: readonly File[] }>()
  const [generating, setGenerating] = useState(false)
  const { rowActions, dialogs } = useDocumentDialogs()
  const close = () => {
    setUploading(undefined)
    button.current?.focus()
  }
  return (
    <div className="documents">
      <ListTable
        route="GET /api/v4/documents/"
        declaration={documentList}
        title={t('documents.title')}
        titleColumn={titleColumn}
        columns={columns}
        rowKey={keyOf}
        rowActions={rowActions}
        bulkActions={bulkActions}
        searchText={t('documents.search')}
        emptyText={t('documents.none_yet')}
        noneMatchText={t('documents.none_match')}
        viewSwitch={<DocumentsTabs />}
        actions={(list) => (
          <>
            <ExportButton route="GET /api/v4/documents/export/" list={list} />
            <PermissionButton
              permission="create_documents"
              size="sm"
              icon={IconFileText}
              onPointerEnter={GenerateDialog.preload}
              onClick={() => setGenerating(true)}
            >
              {t('documents.receipts.generate')}
            </PermissionButton>
            <PermissionButton
              ref={button}
              permission="create_documents"
              variant="primary"
              size="sm"
              icon={IconUpload}
              aria-expanded={uploading !== undefined}
              onClick={() => setUploading({})}
            >
              {t('documents.upload')}
            </PermissionButton>
          </>
        )}
        emptyAction={
          <PermissionButton permission="create_documents" icon={IconUpload} onClick={() => setUploading({})}>
            {t('documents.upload')}
          </PermissionButton>
        }
        settings
      />
      {uploading ? <UploadPanel {...uploading} onClose={close} /> : <OpenOnDrop onFiles={setUploading} />}
      {generating && <GenerateDialog onClose={() => setGenerating(false)} />}
      {dialogs}
    </div>
  )
}

/** A file that is dropped or pasted while the panel is closed opens it. */
function OpenOnDrop({ onFiles }: { onFiles: (given: { files: readonly File[] }) => void }) {
  const allowed = useCan('create_documents')
  useDrops((files) => allowed && onFiles({ files }))
  return null
}
