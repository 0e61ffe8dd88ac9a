import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showDay, showInstant } from '#shared/dates.ts'
import { api, q } from '#web/api.ts'
import { markStale, refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { DocumentLink, DocumentRow } from '../contract.ts'
import './documents.css'
import '#web/table/list/cell-two.css'

/** The links that a document was sent as; an open one can be ended. Renders nothing without links. */
export function SentLinks({ document }: { document: DocumentRow }) {
  const t = useText()
  // A recipient may have downloaded it since, so each opening refetches the links.
  const links = useQuery({
    ...q('GET /api/v4/documents/:slug/links/', { params: { slug: document.slug } }),
    refetchOnMount: 'always',
  })
  if (links.error) return <p className="small muted">{explain(links.error, t)}</p>
  if (!links.data || links.data.length === 0) return null
  return (
    <section className="sent-links">
      <h3>{t('documents.links')}</h3>
      <ul>
        {links.data.map((link) => (
          <SentLink key={link.id} slug={document.slug} link={link} />
        ))}
      </ul>
    </section>
  )
}

function SentLink({ slug, link }: { slug: string; link: DocumentLink }) {
  const t = useText()
  const [ending, setEnding] = useState(false)
  const end = async () => {
    setEnding(true)
    try {
      await api('DELETE /api/v4/documents/:slug/links/:id/', { params: { slug, id: link.id } })
      notify({ tone: 'success', title: t('documents.link_ended'), message: link.email })
    } catch (error) {
      // After a lost answer the link may still have ended.
      void markStale('document_link')
      notify({
        tone: 'danger',
        title: t('documents.end_link_of', { email: link.email }),
        message: explain(error, t),
      })
    }
    await refreshed()
    setEnding(false)
  }
  const taken =
    link.downloads === 0
      ? t('documents.link_not_taken')
      : `${t('documents.link_taken', { count: link.downloads })}, ${showInstant(link.last_download_at!)}`
  return (
    <li>
      <span className="cell-two">
        <span>{link.email}</span>
        <span className="small muted figures">
          {t('documents.link_opens', { date: showDay(link.until) })} · {taken}
        </span>
      </span>
      {link.state === 'open' ? (
        <Button
          size="sm"
          loading={ending}
          aria-label={t('documents.end_link_of', { email: link.email })}
          onClick={() => void end()}
        >
          {t('documents.end_link')}
        </Button>
      ) : (
        <StatusLabel tone="default" text={link.state_display} />
      )}
    </li>
  )
}
