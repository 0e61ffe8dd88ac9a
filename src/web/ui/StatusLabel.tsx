import { memo } from 'react'
import type { Tone } from '#shared/labels.ts'
import { type Icon, IconAlertTriangle, IconCheck, IconCircleDashed, IconClock, IconX } from './icons.ts'
import './ui.css'

const icons = {
  success: IconCheck,
  warning: IconAlertTriangle,
  danger: IconX,
  default: IconCircleDashed,
  info: IconClock,
}

type StatusLabelProps = { tone: Tone; text: string; /** Replaces the tone’s own icon. */ icon?: Icon }

/** One label: icon, text and colour, so that colour is never the only cue. */
export const StatusLabel = memo(function StatusLabel({ tone, text, icon }: StatusLabelProps) {
  const Icon = icon ?? icons[tone]
  return (
    <span className="label" data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden />
      {text}
    </span>
  )
})
