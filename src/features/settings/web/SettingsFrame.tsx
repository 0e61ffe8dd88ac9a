import type { ReactNode } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { useText, type TextKey } from '#web/texts.ts'
import { usePageTitle } from '#web/theme.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import './settings.css'

/** Pages under Settings, in their order. */
const tabs: readonly { to: PageAddress; text: TextKey }[] = [
  { to: '/site-admin/settings/companies/', text: 'settings.companies' },
  { to: '/site-admin/settings/bank-accounts/', text: 'settings.bank_accounts' },
  { to: '/site-admin/settings/own-accounts/', text: 'settings.own_accounts' },
  { to: '/site-admin/settings/payment-providers/', text: 'intake.providers' },
  { to: '/site-admin/settings/internal-statuses/', text: 'settings.internal_statuses' },
  { to: '/site-admin/settings/additional-fields/', text: 'additional_fields.title' },
  { to: '/site-admin/settings/features/', text: 'settings.features' },
  { to: '/site-admin/settings/limits/', text: 'settings.limits' },
  { to: '/site-admin/settings/approvals/', text: 'settings.approvals' },
  { to: '/site-admin/settings/jobs/', text: 'nav.jobs' },
]

/** What changing the lists of the settings needs. */
export const settingsPermissions = {
  create: 'create_settings',
  change: 'change_settings',
  delete: 'delete_settings',
} as const

/** The pages of the settings, each a link. */
export function SettingsTabs() {
  const t = useText()
  return <Tabs label={t('settings.tabs')} tabs={tabs.map(({ to, text }) => ({ to, text: t.of(text) }))} />
}

type FrameProps = { title: string; children: ReactNode; /** SaveBar. */ footer?: ReactNode }

/** Around every page of the settings: the heading and the tabs, which are pages of their own. */
export function SettingsFrame({ title, children, footer }: FrameProps) {
  const t = useText()
  usePageTitle(title)
  return (
    <div className="record">
      <div className="page settings">
        <h1 tabIndex={-1}>{t('nav.settings')}</h1>
        <SettingsTabs />
        {children}
      </div>
      {footer}
    </div>
  )
}
