import { useState } from 'react'
import { dayOf, daysBetween, showDay } from '#shared/dates.ts'
import type { PageAddress } from '#shared/pages.ts'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import type { Permission } from '#shared/permissions.ts'
import type { RefusalReason, RowAction } from '#web/table/state/types.ts'
import { type Translate, useText } from '#web/texts.ts'
import { IconDownload, IconTrash, IconEye } from '#web/ui/icons.ts'
import { IconArrowBackUp, IconSend, IconFileText, IconHistory } from '#web/ui/lazy-icons.ts'
import { drawLabels } from '#web/table/list/cell.tsx'
import { dash } from '#shared/labels.ts'
import { documentCells } from '../cells.ts'
import type { DocumentRow } from '../contract.ts'
import { warnedDays } from '../rules.ts'
import { documentList } from '../table.ts'
import { downloadDocument, reprintReceipt } from './actions.ts'
import { fileLineOf, nameOf } from './document-names.ts'
import '#web/table/list/cell-two.css'

export const titleColumn = titleOf<DocumentRow>(documentList, (row) => ({
  title: nameOf(row),
  subtitle: fileLineOf(row),
  href: viewerOf(row),
}))

export const viewerOf = ({ slug }: Pick<DocumentRow, 'slug'>): PageAddress =>
  `/site-admin/documents/${encodeURIComponent(slug)}/view/`

/** The last day, and beneath it how many days are left from 90 days ahead, or have passed. */
export function ValidUntil({ row, t }: { row: DocumentRow; t: Translate }) {
  const [today] = useState(() => dayOf(new Date()))
  if (row.expires_on === null) return dash
  const days = daysBetween(today, row.expires_on)
  const isTold = days <= warnedDays && (row.state === 'valid' || row.state === 'expired')
  return (
    <span className="cell-two">
      <span>{showDay(row.expires_on)}</span>
      {isTold && (
        <span className="small" data-tone={days < 0 ? 'danger' : 'warning'}>
          {days < 0
            ? t('documents.days_ago', { count: -days })
            : days === 0
              ? t('documents.ends_today')
              : t('documents.in_days', { count: days })}
        </span>
      )}
    </span>
  )
}

export function DocumentState({ row }: { row: DocumentRow }) {
  const t = useText()
  const labels = drawLabels(documentCells.state(row), t)
  return row.superseded?.by ? (
    <span
      title={t('documents.superseded_by', {
        date: showDay(dayOf(new Date(row.superseded.at))),
        file: row.superseded.by,
      })}
    >
      {labels}
    </span>
  ) : (
    (row.state === 'current' && dash) || labels
  )
}

export const columns = columnsOf(documentList, documentCells, {
  expires_on: (row, t) => <ValidUntil row={row} t={t} />,
  state: (row) => <DocumentState row={row} />,
})

/** Acts on a document: its log, the file, deletion. `lacks` names the right needed to see its content. */
export function rowActionsOf(
  lacks: (row: DocumentRow) => Permission | undefined,
  showLog: (row: DocumentRow) => void,
  askDelete: (row: DocumentRow) => void,
  askWithdraw: (row: DocumentRow) => void,
  askSend: (row: DocumentRow) => void,
): RowAction<DocumentRow>[] {
  const hidden = (row: DocumentRow): RefusalReason | undefined => {
    const name = lacks(row)
    return name && { key: 'actions.needs', values: { name } }
  }
  return [
    { key: 'log', text: 'documents.log.tab', icon: IconHistory, prominent: true, onSelect: showLog },
    { key: 'view', text: 'documents.view', icon: IconEye, refused: hidden, href: viewerOf },
    {
      key: 'download',
      text: 'documents.download',
      icon: IconDownload,
      refused: hidden,
      onSelect: (row) => void downloadDocument(row),
    },
    {
      key: 'reprint',
      text: 'documents.receipts.reprint',
      icon: IconFileText,
      hidden: (row) => row.number === null,
      refused: hidden,
      onSelect: (row) => void reprintReceipt(row),
    },
    {
      key: 'withdraw',
      text: 'documents.receipts.withdraw',
      icon: IconArrowBackUp,
      danger: true,
      permission: 'change_documents',
      hidden: (row) => row.number === null || row.state === 'withdrawn',
      onSelect: askWithdraw,
    },
    {
      key: 'send',
      text: 'documents.send',
      icon: IconSend,
      permission: 'change_documents',
      refused: (row) => (row.withdrawn_at === null ? hidden(row) : 'documents.states.withdrawn'),
      onSelect: askSend,
    },
    {
      key: 'delete',
      text: 'actions.delete',
      icon: IconTrash,
      danger: true,
      permission: 'delete_documents',
      refused: (row) =>
        row.kept_until !== null && row.kept_until >= dayOf(new Date()) ? 'documents.kept_by_law' : undefined,
      onSelect: askDelete,
    },
  ]
}
