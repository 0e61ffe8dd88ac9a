import type { PageAddress } from '#shared/pages.ts'
import { visible } from '#shared/text-direction.ts'
import type { ReactNode } from 'react'
import { PageLink } from '../router/PageLink.tsx'
import { lastAddressOf } from '../table/state/useSelection.ts'
import { useText } from '../texts.ts'
import { usePageTitle } from '../theme.ts'
import { IconChevronLeft } from '../ui/icons.ts'
import { Neighbours } from './Neighbours.tsx'

type BackLinkProps = {
  to: PageAddress
  text: string
  /** Returns to this list in its last state. */
  table?: string
  /** The accessible name of a link without text. */
  label?: string
}

/** The link above the h1 of a record: back to its list with filters, page and scroll. */
export function BackLink({ to, text, table, label }: BackLinkProps) {
  return (
    <PageLink className="back" href={table ? lastAddressOf(table, to) : to} aria-label={label}>
      <IconChevronLeft size={16} stroke={1.8} aria-hidden />
      {visible(text)}
    </PageLink>
  )
}

type RecordPageProps = {
  back: BackLinkProps
  /** Its key in the list of `back`, for links to its neighbours. */
  recordKey?: string
  title: string
  /** Labels and links under the title. */
  labels?: ReactNode
  /** RecordTabs, under the labels. */
  tabs?: ReactNode
  /** At most two buttons and a menu. */
  actions?: ReactNode
  /** Under the header: blocking reasons. */
  callout?: ReactNode
  /** Side panel (400 px): each part a <section>; below the form under 992 px. */
  side?: ReactNode
  children: ReactNode
  /** SaveBar; it stays at the bottom. */
  footer?: ReactNode
}

/**
 * Template B, one record. A page loads its row, keeps the form and hands both in:
 *
 *   const { data, error, refetch } = useQuery(q('GET /api/v4/project/:slug/', { params: { slug } }))
 *   if (!data) return error ? <ErrorPanel asPage error={error} onRetry={refetch} /> : <PageLoading />
 *   return <ProjectForm key={data.version} project={data} />
 *
 *   const form = useForm({ initial: valuesOf(project), validate, onSubmit: save, onFailure: explainSave })
 *   <RecordPage back={{ to: '/site-admin/projects/', table: 'projects', text: t('nav.projects') }} title={…}
 *     footer={<SaveBar dirty={form.dirty} saving={form.submitting} onSave={form.submit} onDiscard={() => form.reset()} />}>
 *     <form {...form.props}><FormSection title={…}><div className="fields">
 *       <TextField {...form.field('title')} label={…} required className="wide" /> …
 */
export function RecordPage({
  back,
  recordKey,
  title,
  labels,
  tabs,
  actions,
  callout,
  side,
  children,
  footer,
}: RecordPageProps) {
  usePageTitle(visible(title))
  const t = useText()
  return (
    <div className="record">
      <header className={tabs ? 'record-head with-tabs' : 'record-head'}>
        <div>
          <div className="record-way">
            <BackLink {...back} />
            {back.table && recordKey && <Neighbours table={back.table} recordKey={recordKey} />}
          </div>
          <h1 tabIndex={-1}>{visible(title)}</h1>
          {labels && <div className="record-labels">{labels}</div>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {tabs}
      {callout && <div className="record-callout">{callout}</div>}
      <div className={side ? 'record-body' : 'record-body alone'}>
        <div className="record-form" data-scroller="form">
          {children}
        </div>
        {side && (
          // Makes a scrollable area without focusable content reachable by keyboard.
          <div
            className="record-side"
            data-scroller="side"
            role="region"
            aria-label={t('record.side')}
            tabIndex={0}
          >
            {side}
          </div>
        )}
      </div>
      {footer}
    </div>
  )
}

type FormPageProps = Pick<RecordPageProps, 'title' | 'children' | 'footer'> & { back?: BackLinkProps }

/** Template C: one column, at most 720 px. */
export function FormPage({ back, title, children, footer }: FormPageProps) {
  usePageTitle(visible(title))
  return (
    <div className="record">
      <div className="record-form" data-scroller="form">
        <div className="form-page">
          {back && <BackLink {...back} />}
          <h1 tabIndex={-1}>{visible(title)}</h1>
          {children}
        </div>
      </div>
      {footer}
    </div>
  )
}

type SidePartProps = {
  title: string
  /** A count or an amount after the title. */ note?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** One part of the side panel: Tasks, Documents, Ledger, History. */
export function SidePart({ title, note, action, children }: SidePartProps) {
  return (
    <section aria-label={title}>
      <div className="side-head">
        <h2>{title}</h2>
        {note && <span className="caption muted figures">{note}</span>}
        {action && <span className="side-action">{action}</span>}
      </div>
      {children}
    </section>
  )
}
