import { type ReactNode, useId } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { useText } from '#web/texts.ts'
import type { Part } from './data.ts'
import './dashboard.css'

type CardProps<T> = {
  /** URL fragment that leads to the card. */
  anchor?: string
  title: string
  /** Muted text beside the title: a count, a unit. */
  note?: ReactNode
  action?: ReactNode
  part: Part<T>
  /** Rows whose space the card reserves, to avoid a layout shift when they arrive. */
  rows: 3 | 4 | 5 | 'chart' | 'financing'
  children: (data: T) => ReactNode
}

/** A card of the start page: loading, failed with a retry, or loaded. It is absent without the right to see it. */
export function Card<T>({ anchor, title, note, action, part, rows, children }: CardProps<T>) {
  const id = useId()
  const { data, error, retry } = part
  return (
    <section id={anchor} className="card dash-card" aria-labelledby={id}>
      <header className="dash-head">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {data !== undefined && note !== undefined && <span className="small muted">{note}</span>}
        {data !== undefined && action !== undefined && <span className="dash-action">{action}</span>}
      </header>
      <div className="dash-body" data-rows={rows}>
        {data !== undefined ? (
          children(data)
        ) : error ? (
          <ListFailed error={error} onRetry={retry} />
        ) : (
          <Skeleton rows={typeof rows === 'number' ? rows : 4} />
        )}
      </div>
    </section>
  )
}

function Skeleton({ rows }: { rows: number }) {
  const t = useText()
  return (
    <div className="dash-skeleton" role="img" aria-label={t('list.loading')}>
      {Array.from({ length: rows }, (_each, at) => (
        <span key={at} />
      ))}
    </div>
  )
}

export function Nothing({ children }: { children: ReactNode }) {
  return <p className="dash-nothing small">{children}</p>
}

export function CardLink({ href, text, of }: { href: PageAddress; text: string; of: string }) {
  const t = useText()
  return (
    <PageLink
      className="button quiet sm"
      href={href}
      aria-label={t('actions.named', { action: text, title: of })}
    >
      {text}
    </PageLink>
  )
}
