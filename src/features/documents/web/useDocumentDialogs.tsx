import { useMemo, useState } from 'react'
import type { Permission } from '#shared/permissions.ts'
import { personalData, sees } from '#shared/personal-data.ts'
import { type Profile, useProfile } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import type { DocumentRow } from '../contract.ts'
import { personalPieceOf } from '../rules.ts'
import { deleteDocument } from './actions.ts'
import { rowActionsOf } from './columns.tsx'
import { LogPopover } from './LogPopover.tsx'

const SendModal = lazyDialog(() => import('./SendModal.tsx'), 'SendModal')
const WithdrawDialog = lazyDialog(() => import('./WithdrawDialog.tsx'), 'WithdrawDialog')

/** The right that opens the file of a document with personal data, where the person lacks it. */
function missingRight(profile: Profile | undefined, document: DocumentRow): Permission | undefined {
  const piece = personalPieceOf(document)
  return piece && profile && !sees(profile, piece) ? personalData[piece][0] : undefined
}

/** The same as a hook, for the buttons of one document. */
export const useMissingRight = (document: DocumentRow) => missingRight(useProfile(), document)

export function useDocumentDialogs({ onDeleted }: { onDeleted?: () => void } = {}) {
  const t = useText()
  const profile = useProfile()
  const [log, setLog] = useState<{ document: DocumentRow; anchor: HTMLElement }>()
  const [deleting, setDeleting] = useState<DocumentRow>()
  const [withdrawing, setWithdrawing] = useState<DocumentRow>()
  const [sending, setSending] = useState<DocumentRow>()
  const rowActions = useMemo(
    () =>
      rowActionsOf(
        (document) => missingRight(profile, document),
        (document) => setLog({ document, anchor: window.document.activeElement as HTMLElement }),
        setDeleting,
        setWithdrawing,
        setSending,
      ),
    [profile],
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
