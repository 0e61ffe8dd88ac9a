import type { ReactNode } from 'react'
import { useText } from '#web/texts.ts'
import { usePageTitle } from '#web/theme.ts'
import './settings.css'

export const settingsPermissions = {
  create: 'create_settings',
  change: 'change_settings',
  delete: 'delete_settings',
} as const

type FrameProps = { title: string; children: ReactNode; /** SaveBar. */ footer?: ReactNode }

export function SettingsFrame({ title, children, footer }: FrameProps) {
  const t = useText()
  usePageTitle(title)
  return (
    <div className="record">
      <div className="page settings">
        <h1 tabIndex={-1}>{t('nav.settings')}</h1>
        {children}
      </div>
      {footer}
    </div>
  )
}
