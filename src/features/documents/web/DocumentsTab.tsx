import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { dash } from '#shared/labels.ts'
import { visible } from '#shared/text-direction.ts'
import { q } from '#web/api.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { useIsMobile } from '#web/theme.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconUpload } from '#web/ui/lazy-icons.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { RowActions } from '#web/table/list/RowActions.tsx'
import type { DocumentRow } from '../contract.ts'
import { DocumentState, ValidUntil, viewerOf } from './columns.tsx'
import { nameWithin } from './document-names.ts'
import type { Target } from './UploadFields.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import { useDocumentDialogs } from './useDocumentDialogs.tsx'
import '#web/table/list/table.css'
import './documents.css'

/** The documents of one project or organization, history included (picture 28); `children` appear below the list. */
export function DocumentsTab({ target, children }: { target: Target; children?: ReactNode }) {
  const t = useText()
  const mobile = useIsMobile()
  const [pages, setPages] = useState(1)
  const [uploading, setUploading] = useState(false)
  const { rowActions, dialogs } = useDocumentDialogs()
  const shown = [10, 25, 50, 100][Math.min(pages, 3)]!
  const { data, error, refetch } = useQuery(
    q('GET /api/v4/documents/', {
      query: { target_type: target.type, target_id: target.id, page_size: shown },
    }),
  )
  if (error && !data) return <ListFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner />
  const act = (action: string, key: string) => {
    const row = data.results.find(({ slug }) => slug === key)
    if (row) rowActions.find((one) => one.key === action)?.onSelect?.(row)
  }
  const actionsOf = (row: DocumentRow) => (
    <RowActions
      row={row}
      rowKey={row.slug}
      title={nameWithin(row)}
      actions={rowActions}
      act={act}
      menuOnly={mobile}
    />
  )
  return (
    <section className="documents-tab stack" aria-label={t('nav.documents')}>
      <div className="documents-tab-head">
        <PermissionButton
          permission="create_documents"
          variant="primary"
          icon={IconUpload}
          onClick={() => setUploading(true)}
        >
          {t('documents.upload')}
        </PermissionButton>
      </div>
      {data.results.length === 0 ? (
        <EmptyState title={t('documents.none_yet')}>{t('documents.none_hint')}</EmptyState>
      ) : mobile ? (
        <Cards rows={data.results} actionsOf={actionsOf} />
      ) : (
        <Table rows={data.results} actionsOf={actionsOf} />
      )}
      {data.count > data.results.length && pages < 3 && (
        <Button onClick={() => setPages(pages + 1)}>{t('history.more')}</Button>
      )}
      {children}
      {uploading && (
        <UploadPanel target={target} onKept={() => setUploading(false)} onClose={() => setUploading(false)} />
      )}
      {dialogs}
    </section>
  )
}

type RowsProps = { rows: readonly DocumentRow[]; actionsOf: (row: DocumentRow) => ReactNode }

function Name({ row }: { row: DocumentRow }) {
  return (
    <>
      <PageLink data-row-title href={viewerOf(row)}>
        {visible(nameWithin(row))}
      </PageLink>
      <span className="row-subtitle">{visible(row.title)}</span>
    </>
  )
}

function Table({ rows, actionsOf }: RowsProps) {
  const t = useText()
  return (
    <div className="table-card" role="region" aria-label={t('nav.documents')} tabIndex={0}>
      <table className="simple-table">
        <caption className="visually-hidden">{t('nav.documents')}</caption>
        <thead>
          <tr>
            {(['document', 'type', 'issued', 'valid_until'] as const).map((key) => (
              <th key={key} scope="col">
                {t(`documents.${key}`)}
              </th>
            ))}
            <th scope="col">{t('columns.state')}</th>
            <th scope="col" className="end">
              {t('columns.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.slug} data-row={row.slug}>
              <th scope="row" className="document-name">
                <Name row={row} />
              </th>
              <td>{row.type_display}</td>
              <td className="figures">{row.issued_on ? showDay(row.issued_on) : dash}</td>
              <td className="figures">
                <ValidUntil row={row} t={t} />
              </td>
              <td>
                <DocumentState row={row} />
              </td>
              <td className="actions">{actionsOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cards({ rows, actionsOf }: RowsProps) {
  const t = useText()
  return (
    <ul className="cards table-card" aria-label={t('nav.documents')}>
      {rows.map((row) => (
        <li key={row.slug} className="list-card" data-row={row.slug}>
          <div className="list-card-body">
            <span className="row-title">
              <Name row={row} />
            </span>
            <dl>
              <div>
                <dt>{t('documents.type')}</dt>
                <dd>{row.type_display}</dd>
              </div>
              <div>
                <dt>{t('documents.issued')}</dt>
                <dd className="figures">{row.issued_on ? showDay(row.issued_on) : dash}</dd>
              </div>
              <div>
                <dt>{t('documents.valid_until')}</dt>
                <dd className="figures">
                  <ValidUntil row={row} t={t} />
                </dd>
              </div>
              <div>
                <dt>{t('columns.state')}</dt>
                <dd>
                  <DocumentState row={row} />
                </dd>
              </div>
            </dl>
          </div>
          {actionsOf(row)}
        </li>
      ))}
    </ul>
  )
}
