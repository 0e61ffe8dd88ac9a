/** Common states of screens: empty, failed, forbidden, not found. */
import type { ReactNode } from 'react'
import { ApiError, NetworkError } from '../api.ts'
import { Proposed } from '../awaiting-approval.ts'
import { type Translate, useText } from '../texts.ts'
import { usePageTitle } from '../theme.ts'
import { Button, LinkButton } from './Button.tsx'
import { type Icon, IconAlertTriangle, IconFilterOff, IconInfoCircle, IconLock, IconSearch } from './icons.ts'
import { focusAfterRemoval } from './useReturnFocus.ts'
import './ui.css'

type MessageProps = {
  icon: Icon
  title: string
  tone?: 'danger'
  /** The page's only heading when the whole page is this message. */
  asPage?: boolean
  children?: ReactNode
  action?: ReactNode
}

/** Template G and its smaller variants: icon, one sentence, one action. */
export function Message({ icon: Icon, title, tone, asPage, children, action }: MessageProps) {
  return (
    <div className="message" data-tone={tone} data-page={asPage || undefined}>
      <span className="message-icon">
        <Icon size={20} stroke={1.8} aria-hidden />
      </span>
      {asPage ? <PageHeading title={title} /> : <strong className="strong">{title}</strong>}
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

function PageHeading({ title }: { title: string }) {
  usePageTitle(title)
  return <h1 tabIndex={-1}>{title}</h1>
}

/** Empty: a sentence and the one action that starts it. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <Message icon={IconInfoCircle} title={title} action={action}>
      {children}
    </Message>
  )
}

/** Nothing found: offers to clear the filters. */
export function NoMatches({ title, onClear }: { title: string; onClear?: () => void }) {
  const t = useText()
  return (
    <Message
      icon={IconFilterOff}
      title={title}
      action={
        onClear && (
          <Button
            onClick={(event) => {
              focusAfterRemoval(event.currentTarget, null)
              onClear()
            }}
          >
            {t('list.clear_filters')}
          </Button>
        )
      }
    >
      {t('list.none_match_hint')}
    </Message>
  )
}

/** The message for a failed call: the server's own text if it has one. */
export function explain(error: unknown, t: Translate): string {
  if (error instanceof NetworkError) return t('states.no_answer')
  if (error instanceof Proposed) return t('approvals.proposed')
  // "Not found" alone explains neither the fate of the change nor the next step.
  if (error instanceof ApiError && error.status === 404 && error.changing) return t('states.gone')
  if (error instanceof ApiError && error.body.detail) return error.body.detail
  return t('states.try_again')
}

type ErrorPanelProps = {
  error?: unknown
  onRetry?: () => void
  asPage?: boolean
  isPart?: boolean
  /** Replaces the reason where the catalogue has one message for every cause (spec §8). */
  text?: string
}

/** A failed first load; a missing permission is named, a missing record reported as such. */
export function ErrorPanel({ error, onRetry, asPage, isPart = !asPage, text }: ErrorPanelProps) {
  const t = useText()
  if (error instanceof ApiError && error.status === 403)
    return <NotAllowed permission={error.body.permission} asPage={asPage} isPart={isPart} />
  if (error instanceof ApiError && error.status === 404)
    return (
      <Message
        icon={IconSearch}
        asPage={asPage}
        title={t('states.not_found')}
        action={asPage && <LinkButton to="/site-admin/">{t('states.to_start')}</LinkButton>}
      >
        {t('states.not_found_text')}
      </Message>
    )
  return (
    <Message
      icon={IconAlertTriangle}
      tone="danger"
      asPage={asPage}
      title={t('states.error')}
      action={onRetry && <Button onClick={onRetry}>{t('actions.try_again')}</Button>}
    >
      {text ?? explain(error, t)}
    </Message>
  )
}

type NotAllowedProps = {
  permission?: string
  /** The whole page is this message, so it has the heading. */
  asPage?: boolean
  /** Only a part of the page is missing; the rest works. */
  isPart?: boolean
}

/** A forbidden page or part of one; names the permission to ask for. */
export function NotAllowed({ permission, asPage, isPart = !asPage }: NotAllowedProps) {
  const t = useText()
  const words = isPart ? 'states.part_not_allowed' : 'states.not_allowed'
  return (
    <Message
      icon={IconLock}
      asPage={asPage}
      title={t('states.not_authorized')}
      action={asPage && <LinkButton to="/site-admin/">{t('nav.dashboard')}</LinkButton>}
    >
      {permission ? t(words, { name: permission }) : t('states.not_authorized_text')}
    </Message>
  )
}
