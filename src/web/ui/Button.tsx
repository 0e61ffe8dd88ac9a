import type { ComponentProps, ReactNode } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { PageLink, type PageLinkProps } from '../router/PageLink.tsx'
import type { Icon } from './icons.ts'
import './ui.css'

export type ButtonLook = {
  /** primary: the one main action · danger: filled red · default: outlined · quiet: text only. */
  variant?: 'primary' | 'default' | 'danger' | 'quiet'
  /** sm (32 px) in toolbars. */
  size?: 'sm' | 'md'
  icon?: Icon
}
type ButtonProps = ComponentProps<'button'> & ButtonLook & { loading?: boolean }

const classOf = (variant = 'default', size = 'md', extra = '') => `button ${variant} ${size} ${extra}`.trim()

/** A labelled button. While `loading` it keeps its width, shows a spinner after 150 ms and ignores clicks. */
export function Button({
  variant,
  size,
  icon: Icon,
  loading,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={classOf(variant, size, className)}
      aria-busy={loading || undefined}
      onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {Icon && <Icon size={16} stroke={1.8} aria-hidden />}
      <span className="button-text">{children}</span>
      {loading && <span className="button-loader" aria-hidden />}
    </button>
  )
}

type AnchorProps = Omit<ComponentProps<'a'>, 'children'> & ButtonLook & { children?: ReactNode }

/** A link that leaves the product's pages and looks like a button. */
export function AnchorButton({ variant, size, icon: Icon, className, children, ...rest }: AnchorProps) {
  return (
    <a className={classOf(variant, size, className)} {...rest}>
      {Icon && <Icon size={16} stroke={1.8} aria-hidden />}
      <span className="button-text">{children}</span>
    </a>
  )
}

type LinkProps = Omit<PageLinkProps, 'href' | 'children'> &
  ButtonLook & { to: PageAddress; children?: ReactNode }

export function LinkButton({ variant, size, icon: Icon, className, children, to, ...rest }: LinkProps) {
  return (
    <PageLink className={classOf(variant, size, className)} {...rest} href={to}>
      {Icon && <Icon size={16} stroke={1.8} aria-hidden />}
      <span className="button-text">{children}</span>
    </PageLink>
  )
}

type IconButtonProps = ComponentProps<'button'> & {
  /** The accessible name; also the tooltip. */
  label: string
  icon: Icon
  /** 28 px in table rows, 32 px in bars; 40 px on touch. */
  size?: 28 | 32
  /** Accent background, e.g. a row with open tasks. */
  tinted?: boolean
}

/** An icon-only button; its label names the object ("Edit: Title"). */
export function IconButton({
  label,
  icon: Icon,
  size = 32,
  tinted,
  className = '',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      className={`icon-button s${size} ${tinted ? 'tinted' : ''} ${className}`}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon size={size === 28 ? 16 : 18} stroke={1.8} aria-hidden />
    </button>
  )
}
