/** Actions common to all lists of records: export, create, archive and restore. */
import type { PageAddress } from '#shared/pages.ts'
import type { Permission } from '#shared/permissions.ts'
import { navigate } from '../../router/navigate.ts'
import { useAllowed } from '../../profile.tsx'
import { PermissionLink } from '../../ui/PermissionButton.tsx'
import { commandsOf, useCommands } from '../../ui/commands.ts'
import type { MenuItem } from '../../ui/Menu.tsx'
import { type Translate, useText } from '../../texts.ts'
import { IconArchive, IconArchiveOff, IconDownload, IconPlus } from '../../ui/icons.ts'
import type { Archiving } from '../state/archiving.ts'
import { ExportButton, exportList, type ExportRoute } from './ExportButton.tsx'
import type { BulkAction, ListHandle, RowAction } from '../state/types.ts'

type NamedRecord = { slug: string; title: string }

/** Archive in the active list, restore in the archive; one row, at once. */
export function archiveRowAction(
  archive: Archiving,
  permission: Permission,
  archived: boolean,
): RowAction<NamedRecord> {
  return archived
    ? {
        key: 'unarchive',
        text: 'actions.unarchive',
        icon: IconArchiveOff,
        permission,
        onSelect: (row) => void archive.restoreOne(row),
      }
    : {
        key: 'archive',
        text: 'actions.archive',
        icon: IconArchive,
        permission,
        onSelect: (row) => void archive.archiveOne(row),
      }
}

/** The same for the selection; archiving asks first. */
export function archiveBulkAction(
  archive: Archiving,
  permission: Permission,
  archived: boolean,
  ask: (list: ListHandle) => void,
): BulkAction {
  return archived
    ? {
        key: 'unarchive',
        text: 'actions.unarchive',
        icon: IconArchiveOff,
        permission,
        run: archive.restoreSelected,
      }
    : { key: 'archive', text: 'actions.archive', icon: IconArchive, permission, run: ask }
}

export function exportBulkAction(route: ExportRoute): BulkAction {
  return {
    key: 'export',
    text: 'actions.export',
    icon: IconDownload,
    permission: 'export_data',
    run: (list) => exportList(route, list, { onlySelection: true }),
  }
}

type CreateLinkProps = {
  to: PageAddress
  permission: Permission
  text: string
  /** `default` when the list has another main action. */
  variant?: 'primary' | 'default'
}

export function CreateLink({ to, permission, text, variant = 'primary' }: CreateLinkProps) {
  return (
    <PermissionLink permission={permission} to={to} variant={variant} icon={IconPlus} size="sm">
      {text}
    </PermissionLink>
  )
}

type ListActionsProps = {
  list: ListHandle
  route: ExportRoute
  create?: CreateLinkProps | undefined
}

/** The same as menu entries; a missing permission is named. */
export function actionItems(
  { list, route, create }: ListActionsProps,
  t: Translate,
  allowed: (permission: Permission) => boolean,
): MenuItem[] {
  const missing = (permission: Permission) => (allowed(permission) ? undefined : permission)
  return [
    ...(create
      ? [
          {
            key: 'create',
            text: create.text,
            icon: IconPlus,
            missing: missing(create.permission),
            onSelect: () => void navigate(create.to),
          },
        ]
      : []),
    {
      key: 'export',
      text: t('actions.export'),
      icon: IconDownload,
      missing: missing('export_data'),
      onSelect: () => void exportList(route, list),
    },
  ]
}

/** Beside the title of a list: Export, and the link to a new record. */
export function ListActions({ list, route, create }: ListActionsProps) {
  useCommands(commandsOf(actionItems({ list, route, create }, useText(), useAllowed())))
  return (
    <>
      <ExportButton route={route} list={list} />
      {create && <CreateLink {...create} />}
    </>
  )
}
