import type { ReactNode } from 'react'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from './icons.ts'
import type { Tone } from '#shared/labels.ts'
import './ui.css'

const icons = {
  info: IconInfoCircle,
  default: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconAlertTriangle,
}

type CalloutProps = {
  tone?: Tone
  /** An icon other than the tone's. */
  icon?: typeof IconInfoCircle
  title?: string
  children?: ReactNode
  action?: ReactNode
  /** Announced at once: only for results of the person's own action. */
  loud?: boolean
}

/** The product's only alert box: tone, icon, text, optional action. */
export function Callout({
  tone = 'info',
  icon: Icon = icons[tone],
  title,
  children,
  action,
  loud,
}: CalloutProps) {
  return (
    <div className="callout" data-tone={tone} role={loud ? 'alert' : undefined}>
      <Icon size={18} stroke={1.8} aria-hidden />
      <div className="callout-body">
        {title && <strong className="strong">{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  )
}
