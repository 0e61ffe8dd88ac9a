import { refusalWhileWaiting } from '#web/record/second-person.ts'
import { useAllowed } from '#web/profile.tsx'
import { commandsOf, useCommands } from '#web/ui/commands.ts'
import { useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconArchive, IconArchiveOff, IconCoinEuro, IconCopy, IconDots, IconTrash } from '#web/ui/icons.ts'
import { Menu, type MenuItem } from '#web/ui/Menu.tsx'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { openedFunding } from '#features/ledger/web/open-funding.ts'
import { recordStatus } from '#shared/statuses.ts'
import type { ProjectDetail } from '../contract.ts'
import { projectArchive } from './archive.ts'
import type { ProjectDialog } from './ProjectDialogs.tsx'

/** Fund and defund; a disabled button states the reason. */
export function FundActions({ project }: { project: ProjectDetail }) {
  const t = useText()
  const reasons = project.blocking_reasons.map(({ text }) => text).join(' · ')
  const why = (text: string) => ({ 'aria-disabled': true, title: text, 'aria-description': text })
  const notNow =
    project.funded_cents > 0 ? refusalWhileWaiting(project, 'defund') : 'ledger.nothing_to_defund'
  return (
    <>
      <PermissionButton
        permission="fund_projects"
        variant={reasons === '' ? 'primary' : 'default'}
        icon={IconCoinEuro}
        {...(reasons === ''
          ? { onClick: () => openedFunding.set({ kind: 'fund', slugs: [project.slug] }) }
          : why(t('ledger.not_possible', { reasons })))}
      >
        {t('ledger.fund')}
      </PermissionButton>
      <PermissionButton
        permission="defund_projects"
        {...(notNow
          ? why(t(notNow))
          : { onClick: () => openedFunding.set({ kind: 'defund', slug: project.slug }) })}
      >
        {t('ledger.defund')}
      </PermissionButton>
    </>
  )
}

/** Menu of a project's less frequent acts. */
export function ActionMenu({
  project,
  open,
}: {
  project: ProjectDetail
  open: (dialog: ProjectDialog) => void
}) {
  const t = useText()
  const allowed = useAllowed()
  const lacks = (permission: Parameters<typeof allowed>[0]) => (allowed(permission) ? undefined : permission)
  const archived = project.status.choice === recordStatus.archived
  const items: MenuItem[] = [
    {
      key: 'duplicate',
      text: t('actions.duplicate'),
      icon: IconCopy,
      missing: lacks('duplicate_projects'),
      onSelect: () => open({ kind: 'duplicate', project }),
    },
    archived
      ? {
          key: 'unarchive',
          text: t('actions.unarchive'),
          icon: IconArchiveOff,
          missing: lacks('archive_projects'),
          onSelect: () => void projectArchive.restoreOne(project),
        }
      : {
          key: 'archive',
          text: t('actions.archive'),
          icon: IconArchive,
          missing: lacks('archive_projects'),
          onSelect: () => void projectArchive.archiveOne(project),
        },
    'line',
    {
      key: 'delete',
      text: t('actions.delete'),
      icon: IconTrash,
      danger: true,
      missing: lacks('delete_projects'),
      onSelect: () => open({ kind: 'delete', project }),
    },
  ]
  useCommands(commandsOf(items))
  return (
    <Menu label={t('actions.more_for', { title: project.title })} items={items}>
      {(trigger) => (
        <IconButton icon={IconDots} label={t('actions.more_for', { title: project.title })} {...trigger} />
      )}
    </Menu>
  )
}
