import { useState } from 'react'
import { useAllowed } from '#web/profile.tsx'
import { actionItems } from '#web/table/toolbar/common-actions.tsx'
import { ExportChoices } from '#web/table/toolbar/ExportButton.tsx'
import { PhoneMenu } from '#web/table/toolbar/PhoneMenu.tsx'
import type { ListPhoneMenuProps } from '#web/table/state/types.ts'
import { useText } from '#web/texts.ts'
import { IconArchive, IconArchiveOff, IconDownload } from '#web/ui/icons.ts'
import type { MenuItem } from '#web/ui/Menu.tsx'

const route = 'GET /api/v4/projects/export/'

/** Menu of the project list on a phone, next to search and filter. */
export function ProjectMenu({ list, archived, ...props }: ListPhoneMenuProps) {
  const t = useText()
  const allowed = useAllowed()
  const [choosing, setChoosing] = useState(false)
  const create = {
    to: '/site-admin/projects/create/',
    permission: 'create_projects',
    text: t('projects.create'),
  } as const
  const exportAs: MenuItem = {
    key: 'export_as',
    text: t('exports.as'),
    icon: IconDownload,
    onSelect: () => setChoosing(true),
  }
  const otherView: MenuItem = archived
    ? { key: 'active', text: t('nav.projects'), icon: IconArchiveOff, href: '/site-admin/projects/' }
    : {
        key: 'archived',
        text: t('projects.archive_list'),
        icon: IconArchive,
        href: '/site-admin/projects/archive/',
      }
  const items = [
    ...actionItems({ list, route, create: archived ? undefined : create }, t, allowed),
    ...(allowed('export_data') ? [exportAs] : []),
    otherView,
  ]
  return (
    <>
      <PhoneMenu {...props} items={items} />
      {choosing && <ExportChoices route={route} list={list} onClose={() => setChoosing(false)} />}
    </>
  )
}
