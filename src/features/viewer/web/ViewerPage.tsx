import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { dayOf, showDay } from '#shared/dates.ts'
import { visible } from '#shared/text-direction.ts'
import { q } from '#web/api.ts'
import { BackLink } from '#web/record/RecordPage.tsx'
import { navigate } from '#web/router/navigate.ts'
import { usePageParams } from '#web/router/page.ts'
import { drawLabels } from '#web/table/list/cell.tsx'
import { useBreakpoint, useIsNarrow, usePageTitle } from '#web/theme.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconDots, IconDownload, IconSearch, IconTrash } from '#web/ui/icons.ts'
import { IconSend, IconHistory } from '#web/ui/lazy-icons.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { PermissionButton, useDisabledProps } from '#web/ui/PermissionButton.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { useAllowed } from '#web/profile.tsx'
import { documentCells } from '#features/documents/cells.ts'
import type { DocumentRow } from '#features/documents/contract.ts'
import { downloadDocument } from '#features/documents/web/actions.ts'
import { formatDecimal } from '#web/decimal.ts'
import { nameOf, nameWithin } from '#features/documents/web/document-names.ts'
import { refusalText } from '#web/table/state/refusal-text.ts'
import { SendModal } from '#features/documents/web/SendModal.tsx'
import { useDocumentDialogs, useMissingRight } from '#features/documents/web/useDocumentDialogs.tsx'
import { isOpen } from '../found.ts'
import { OpenDocument } from './OpenDocument.tsx'
import { OpenedPdf } from './OpenedPdf.tsx'
import { useFindings } from './useFindings.ts'
import { usePdf } from './usePdf.ts'
import { useValues } from './useValues.ts'
import './viewer.css'

/** The viewer of a document, beside the record's values (picture 25, on a phone 28). */
export function ViewerPage() {
  const { slug } = usePageParams('/site-admin/documents/:slug/view/')
  const { data, error, refetch } = useQuery(q('GET /api/v4/documents/:slug/', { params: { slug } }))
  if (data) return <Viewer key={slug} row={data} />
  return error ? <ErrorPanel asPage error={error} onRetry={() => void refetch()} /> : <PageLoading />
}

function Viewer({ row }: { row: DocumentRow }) {
  const narrow = useIsNarrow()
  const wide = useBreakpoint() === 'wide'
  const opened = usePdf(row.slug)
  const { reading, organization } = useFindings(row)
  const values = useValues(row, organization, reading.state === 'read' ? reading.fields : [])
  usePageTitle(visible(nameOf(row)))
  const [about, setAbout] = useState<React.ReactNode>()
  const [searching, setSearching] = useState(false)
  const toSearch = () => setSearching(true)
  return (
    <div className="viewer" data-narrow={narrow || undefined}>
      {narrow ? (
        <NarrowHead row={row} about={about} onSearch={toSearch} />
      ) : (
        <Head row={row} open={values.items.filter(isOpen).length} />
      )}
      <Strips row={row} />
      <OpenedPdf opened={opened}>
        {(pdf) => (
          <OpenDocument
            {...{ pdf, row, reading, values, narrow, wide, searching }}
            onAbout={setAbout}
            onSearched={() => setSearching(false)}
          />
        )}
      </OpenedPdf>
    </div>
  )
}

const recordOf = ({ target }: DocumentRow) =>
  `/site-admin/${target.type}/${encodeURIComponent(target.slug)}/update/?tab=documents` as PageAddress

function Head({ row, open }: { row: DocumentRow; open: number }) {
  const t = useText()
  const locale = useLocale()
  const barred = useDisabledProps(useMissingRight(row))
  const about = t(row.source === 'upload' ? 'viewer.about' : 'viewer.about_made', {
    type: row.type_display,
    count: row.pages,
    size: formatDecimal(row.size_bytes / 1_048_576, locale),
    date: showDay(dayOf(new Date(row.created_at))),
    person: row.created_by || 'Almoner',
  })
  return (
    <header className="record-head">
      <div>
        <BackLink to={recordOf(row)} text={visible(row.target.title)} />
        <h1 tabIndex={-1}>{visible(nameWithin(row))}</h1>
        <div className="record-labels">
          {open > 0 ? (
            <StatusLabel tone="warning" text={t('viewer.check')} />
          ) : (
            drawLabels(documentCells.state(row), t)
          )}
          <span className="muted">
            {visible(row.title)} · {about}
          </span>
        </div>
      </div>
      <div className="row">
        <SendButton row={row} />
        <Button icon={IconDownload} onClick={() => void downloadDocument(row)} {...barred}>
          {t('documents.download')}
        </Button>
        <MoreMenu row={row} />
      </div>
    </header>
  )
}

type NarrowHeadProps = { row: DocumentRow; about: React.ReactNode; onSearch: () => void }

function NarrowHead({ row, about, onSearch }: NarrowHeadProps) {
  const t = useText()
  const barred = useDisabledProps(useMissingRight(row))
  return (
    <header className="viewer-narrow-head">
      <BackLink to={recordOf(row)} text="" label={visible(row.target.title)} />
      <div>
        <h1 tabIndex={-1}>{visible(nameWithin(row))}</h1>
        <span className="small muted figures">{about}</span>
      </div>
      <IconButton icon={IconSearch} label={t('viewer.search')} onClick={onSearch} />
      <IconButton
        icon={IconDownload}
        label={t('documents.download')}
        onClick={() => void downloadDocument(row)}
        {...barred}
      />
      <MoreMenu row={row} />
    </header>
  )
}

function SendButton({ row }: { row: DocumentRow }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const missing = useMissingRight(row)
  return (
    <>
      {row.withdrawn_at === null && (
        <PermissionButton
          permission={missing ?? 'change_documents'}
          icon={IconSend}
          onClick={() => setOpen(true)}
        >
          {t('documents.send')}
        </PermissionButton>
      )}
      {open && <SendModal document={row} onClose={() => setOpen(false)} />}
    </>
  )
}

function MoreMenu({ row }: { row: DocumentRow }) {
  const t = useText()
  const allowed = useAllowed()
  const missing = useMissingRight(row)
  const narrow = useIsNarrow()
  const { rowActions, dialogs } = useDocumentDialogs({
    onDeleted: () => void navigate(recordOf(row), { replace: true }),
  })
  const run = (key: string) => rowActions.find((action) => action.key === key)?.onSelect?.(row)
  const label = t('actions.more_for', { title: nameWithin(row) })
  const kept = rowActions.find(({ key }) => key === 'delete')?.refused?.(row)
  return (
    <>
      <Menu
        label={label}
        align="end"
        items={[
          ...(narrow && row.withdrawn_at === null
            ? [
                {
                  key: 'send',
                  text: t('documents.send'),
                  icon: IconSend,
                  missing: missing ?? (allowed('change_documents') ? undefined : 'change_documents'),
                  onSelect: () => run('send'),
                },
              ]
            : []),
          { key: 'log', text: t('documents.log.tab'), icon: IconHistory, onSelect: () => run('log') },
          'line',
          {
            key: 'delete',
            text: t('actions.delete'),
            icon: IconTrash,
            danger: true,
            missing: allowed('delete_documents') ? undefined : 'delete_documents',
            whyNot: kept && refusalText(kept, t),
            onSelect: () => run('delete'),
          },
        ]}
      >
        {(trigger) => <IconButton icon={IconDots} label={label} {...trigger} />}
      </Menu>
      {dialogs}
    </>
  )
}

/** States since when a document is withdrawn or superseded. */
function Strips({ row }: { row: DocumentRow }) {
  const t = useText()
  if (row.withdrawn_at)
    return (
      <div className="record-callout">
        <Callout tone="danger">
          {t('viewer.withdrawn', { date: showDay(dayOf(new Date(row.withdrawn_at))) })}
        </Callout>
      </div>
    )
  if (!row.superseded?.by) return null
  return (
    <div className="record-callout">
      <Callout tone="warning">
        {t('documents.superseded_by', {
          date: showDay(dayOf(new Date(row.superseded.at))),
          file: row.superseded.by,
        })}
      </Callout>
    </div>
  )
}
