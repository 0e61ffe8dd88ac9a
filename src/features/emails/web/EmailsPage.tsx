import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { api, q } from '#web/api.ts'
import { ExportButton, exportList } from '#web/table/toolbar/ExportButton.tsx'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { BulkAction, RowAction } from '#web/table/state/types.ts'
import { changeSearch } from '#web/router/navigate.ts'
import { useLocation } from '#web/router/page.ts'
import { useProfile } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { IconDownload, IconEye } from '#web/ui/icons.ts'
import { IconRefresh } from '#web/ui/lazy-icons.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import type { EmailRow } from '../contract.ts'
import { emailList } from '../table.ts'
import { columns, titleColumn } from './columns.tsx'
import { requeueSelected } from './requeue-selected.ts'
import { requeue } from './requeue.ts'
import '#web/table/list/list-note.css'

const EmailDrawer = lazyDialog(() => import('./EmailDrawer.tsx'), 'EmailDrawer')

const keyOf = (mail: EmailRow) => String(mail.id)

const bulkActions: readonly BulkAction[] = [
  {
    key: 'requeue',
    text: 'actions.requeue',
    icon: IconRefresh,
    permission: 'change_emails',
    run: requeueSelected,
  },
  {
    key: 'export',
    text: 'actions.export',
    icon: IconDownload,
    permission: 'export_data',
    run: (list) => exportList('GET /api/v4/emails/export/', list, { onlySelection: true }),
  },
]

/** The outbox: every mail with its state, its body and its attempts. */
export function EmailsPage() {
  const t = useText()
  const [open, setOpen] = useState<EmailRow>()
  const rowActions = useMemo(() => rowActionsOf(setOpen), [])
  useLinkedMail(setOpen)
  return (
    <>
      <ListTable
        route="GET /api/v4/emails/"
        declaration={emailList}
        title={t('nav.emails')}
        titleColumn={titleColumn}
        columns={columns}
        rowKey={keyOf}
        rowActions={rowActions}
        bulkActions={bulkActions}
        searchText={t('emails.search')}
        emptyText={t('emails.none_yet')}
        emptyHint={t('emails.none_hint')}
        noneMatchText={t('emails.none_match')}
        above={<NoServerNote />}
        actions={(list) => <ExportButton route="GET /api/v4/emails/export/" list={list} />}
        settings
      />
      {open && <EmailDrawer mail={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function rowActionsOf(open: (mail: EmailRow) => void): RowAction<EmailRow>[] {
  return [
    { key: 'view', text: 'actions.view_details', icon: IconEye, onSelect: open },
    {
      key: 'requeue',
      text: 'actions.requeue',
      icon: IconRefresh,
      permission: 'change_emails',
      hidden: (mail) => !mail.can_requeue,
      onSelect: (mail) => void requeue(mail),
    },
  ]
}

/** The palette links to `?mail=id`, which opens the mail and leaves the address. */
function useLinkedMail(open: (mail: EmailRow) => void): void {
  const t = useText()
  const { mail } = useLocation().search
  const read = useEffectEvent(async (id: number) => {
    try {
      open(await api('GET /api/v4/emails/:id/', { params: { id } }))
    } catch (error) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    }
  })
  useEffect(() => {
    if (!mail) return
    if (/^\d{1,15}$/.test(mail)) void read(Number(mail))
    changeSearch((now) => ({ ...now, mail: undefined }), { replace: true })
  }, [mail])
}

/** Warns that mails reach nobody because no mail server is set up. */
function NoServerNote() {
  const t = useText()
  const profile = useProfile()
  const { data } = useQuery({
    ...q('GET /api/v4/emails/', { query: { page_size: 10 } }),
    staleTime: 5 * 60_000,
    select: (page) => page.transport,
  })
  if (data !== 'outbox') return null
  return (
    <div className="list-note">
      <Callout tone="warning" title={t('emails.no_server')}>
        {t('emails.no_server_text')}{' '}
        {profile?.is_superuser && t('emails.no_server_setting', { name: 'SMTP_URL' })}
      </Callout>
    </div>
  )
}
