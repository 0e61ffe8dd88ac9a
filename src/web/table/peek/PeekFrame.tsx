import type { ReactNode } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { visible } from '#shared/text-direction.ts'
import { PageLink } from '../../router/PageLink.tsx'
import { useShortcut } from '../../shortcuts.ts'
import { useText } from '../../texts.ts'
import { useIsNarrow } from '../../theme.ts'
import { IconButton } from '../../ui/Button.tsx'
import { IconX } from '../../ui/icons.ts'
import { IconArrowUpRight } from '../../ui/lazy-icons.ts'
import { Modal } from '../../ui/Modal.tsx'
import { ErrorPanel } from '../../ui/states.tsx'
import './peek.css'

type PeekFrameProps = {
  id: string
  title: string
  subtitle?: string
  href: PageAddress
  labels?: ReactNode
  foot?: ReactNode
  /** Overlays the content instead of being placed beside it. */
  over?: boolean
  onClose: () => void
  children: ReactNode
}

/** A record beside the current work: a panel, or a full-screen sheet where there is no room. */
export function PeekFrame({
  id,
  title,
  subtitle,
  href,
  labels,
  foot,
  over,
  onClose,
  children,
}: PeekFrameProps) {
  const t = useText()
  const narrow = useIsNarrow()
  const open = (
    <PageLink
      className="icon-button s32"
      href={href}
      aria-label={t('actions.named', { action: t('actions.open'), title: visible(title) })}
    >
      <IconArrowUpRight size={18} stroke={1.8} aria-hidden />
    </PageLink>
  )
  if (narrow)
    return (
      <Modal
        title={visible(title)}
        {...(subtitle ? { subtitle: visible(subtitle) } : {})}
        drawer="side"
        size="md"
        dirty={false}
        onClose={onClose}
        footer={foot && <div className="peek-acts">{foot}</div>}
      >
        <div key={id} className="peek-in-sheet">
          <div className="peek-labels">
            {labels}
            {open}
          </div>
          {children}
        </div>
      </Modal>
    )
  return (
    <section
      className="peek"
      data-over={over || undefined}
      aria-label={t('list.peek_of', { title: visible(title) })}
    >
      <CloseKey onClose={onClose} />
      <header className="peek-head">
        <div>
          <h2 tabIndex={-1}>{visible(title)}</h2>
          {subtitle && <p className="caption muted">{visible(subtitle)}</p>}
          <div className="peek-labels">{labels}</div>
        </div>
        {open}
        <IconButton icon={IconX} label={t('list.close_peek')} onClick={onClose} />
      </header>
      {/* A scrolling area must be reachable by keyboard. */}
      <div key={id} className="peek-body" role="group" aria-label={t('list.peek')} tabIndex={0}>
        {children}
      </div>
      {foot && <footer className="peek-foot peek-acts">{foot}</footer>}
    </section>
  )
}

function CloseKey({ onClose }: { onClose: () => void }) {
  useShortcut('Escape', onClose)
  return null
}

type PeekStateProps = { error: unknown; onRetry: () => void }

/** A peek without its record: a skeleton, or the load error. */
export function PeekState({ error, onRetry }: PeekStateProps) {
  if (error) return <ErrorPanel error={error} onRetry={onRetry} />
  return (
    <div className="peek-bones" aria-busy>
      {Array.from({ length: 7 }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  )
}

export function PeekPart({
  title,
  note,
  children,
}: {
  title: string
  note?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="peek-part">
      <h3>
        {title}
        {note && <span className="caption muted figures">{note}</span>}
      </h3>
      {children}
    </section>
  )
}
