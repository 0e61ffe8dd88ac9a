import { useMemo, useState } from 'react'
import { useText } from '#web/texts.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import type { DocumentRow } from '../contract.ts'
import { deleteDocument } from './actions.ts'
import { rowActionsOf } from './columns.tsx'
import { LogPopover } from './LogPopover.tsx'

const SendModal = lazyDialog(() => import('./SendModal.tsx'), 'SendModal')
const WithdrawDialog = lazyDialog(() => import('./receipts/WithdrawDialog.tsx'), 'WithdrawDialog')

/** The actions of documents' rows, and what they open. */
export function useDocumentDialogs({ onDeleted }: { onDeleted?: () => void } = {}) {
  const t = useText()
  const [log, setLog] = useState<{ document: DocumentRow; anchor: HTMLElement }>()
  const [deleting, setDeleting] = useState<DocumentRow>()
  const [withdrawing, setWithdrawing] = useState<DocumentRow>()
  const [sending, setSending] = useState<DocumentRow>()
  const rowActions = useMemo(
    () =>
      rowActionsOf(
        (document) => setLog({ document, anchor: window.document.activeElement as HTMLElement }),
        setDeleting,
        setWithdrawing,
        setSending,
      ),
    [],
  )
  const dialogs = (
    <>
      {log && <LogPopover key={log.document.slug} {...log} onClose={() => setLog(undefined)} />}
      {withdrawing && <WithdrawDialog document={withdrawing} onClose={() => setWithdrawing(undefined)} />}
      {sending && <SendModal document={sending} onClose={() => setSending(undefined)} />}
      {deleting && (
        <ConfirmDelete
          title={deleting.title}
          onDelete={async () => {
            if (await deleteDocument(deleting)) onDeleted?.()
          }}
          onClose={() => setDeleting(undefined)}
        >
          {t('documents.delete_text')}
        </ConfirmDelete>
      )}
    </>
  )
  return { rowActions, dialogs }
}
