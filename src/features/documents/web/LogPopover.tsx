import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { showInstant } from '#shared/dates.ts'
import { q } from '#web/api.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useText } from '#web/texts.ts'
import { IconDownload, IconTrash, type Icon, IconEye } from '#web/ui/icons.ts'
import { IconSend, IconHistory, IconUpload } from '#web/ui/lazy-icons.ts'
import { Popover } from '#web/ui/Popover.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { explain } from '#web/ui/states.tsx'
import type { DocumentAction } from '../log-table.ts'
import type { DocumentRow } from '../contract.ts'
import './documents.css'

/** Entries that the popover shows; all of them are on the log's page. */
const newest = 5
const icons: Partial<Record<DocumentAction, Icon>> = {
  upload: IconUpload,
  read: IconEye,
  download: IconDownload,
  send: IconSend,
  download_by_link: IconDownload,
  delete: IconTrash,
}

type LogPopoverProps = { document: DocumentRow; anchor: HTMLElement; onClose: () => void }

export function LogPopover({ document, anchor, onClose }: LogPopoverProps) {
  const t = useText()
  const id = useId()
  const { data, error } = useQuery(
    q('GET /api/v4/document-logs/', { query: { slug: document.slug, page_size: 10 } }),
  )
  const close = (reason: 'escape' | 'outside') => {
    onClose()
    if (reason === 'escape') anchor.focus()
  }
  return (
    <Popover
      anchor={{ current: anchor }}
      align="end"
      role="dialog"
      label={t('documents.log.of', { file: document.title })}
      className="document-log"
      onClose={close}
    >
      <p id={id} className="strong">
        {t('documents.log.of', { file: document.title })}
      </p>
      {error && <p className="small">{explain(error, t)}</p>}
      {!data && !error && <Spinner size={20} />}
      <ul>
        {data?.results.slice(0, newest).map((entry) => {
          const Shown = icons[entry.action] ?? IconHistory
          return (
            <li key={entry.id}>
              <Shown size={16} stroke={1.8} aria-hidden />
              <span>
                <span>{entry.action_display}</span>
                <span className="small muted figures">
                  {showInstant(entry.at)} · {entry.actor}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      <div className="document-log-foot">
        <PageLink
          data-focus
          href={`/site-admin/documents/log/?slug=${encodeURIComponent(document.slug)}` as PageAddress}
        >
          {t('documents.log.open')}
        </PageLink>
        {data && <span className="small muted">{t('documents.log.entries', { count: data.count })}</span>}
      </div>
    </Popover>
  )
}
