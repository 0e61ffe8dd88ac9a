import { type ReactNode, useState } from 'react'
import type { Permission } from '#shared/permissions.ts'
import { PermissionButton } from '../ui/PermissionButton.tsx'
import { useCan } from '../profile.tsx'
import { useText } from '../texts.ts'
import { ConfirmDelete } from './ConfirmDelete.tsx'
import { IconPlus } from '../ui/icons.ts'
import { Part } from '../ui/Part.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { isForbidden, ListFailed } from '../table/list/ListFailed.tsx'
import { EmptyState } from '../ui/states.tsx'
import { notify } from '../ui/toasts.ts'
import { widestShort } from '../table/state/widths.ts'
import { type ShortColumn, type ShortRow, ShortTable } from '../table/list/ShortTable.tsx'

type ShortListProps<Row extends ShortRow> = {
  title: string
  query: { data?: { results: readonly Row[] } | undefined; error: unknown; refetch: () => unknown }
  columns: readonly ShortColumn<Row>[]
  emptyText: string
  /** Text of the button that adds a row, and its longer name where a page has several of them. */
  createText: string
  createLabel?: string
  permissions: { create: Permission; change: Permission; delete: Permission }
  /** The modal for a row, or for a new one when undefined. */
  editor: (row: Row | undefined, close: () => void) => ReactNode
  /** Deletes a row after asking and reloads the list; without it, rows cannot be deleted. */
  onDelete?: (row: Row) => Promise<unknown>
  /** Replaces the rows, e.g. with the permission needed to see them. */
  instead?: ReactNode
}

/** A single-page list: heading, Add button, rows with Edit and Delete, both in modals. */
export function ShortList<Row extends ShortRow>(props: ShortListProps<Row>) {
  const { title, query, columns, emptyText, createText, createLabel, permissions, editor, onDelete } = props
  const t = useText()
  const [open, setOpen] = useState<{ row: Row | undefined }>()
  const [leaving, setLeaving] = useState<Row>()
  const isEmpty = !props.instead && query.data?.results.length === 0
  const mayCreate = useCan(permissions.create)
  const create = (
    <PermissionButton
      permission={permissions.create}
      size="sm"
      // A page with several lists has no single main action.
      variant={createLabel ? 'default' : 'primary'}
      icon={IconPlus}
      aria-label={createLabel}
      onClick={() => setOpen({ row: undefined })}
    >
      {createText}
    </PermissionButton>
  )
  const body = () => {
    if (props.instead) return props.instead
    if (query.data && query.data.results.length > 0)
      return (
        <ShortTable
          title={title}
          rows={query.data.results}
          columns={columns}
          change={{ permission: permissions.change, run: (row) => setOpen({ row }) }}
          {...(onDelete ? { remove: { permission: permissions.delete, run: setLeaving } } : {})}
        />
      )
    if (query.data)
      return (
        <EmptyState title={emptyText} action={mayCreate && create}>
          {t('list.begin_with', { action: createLabel ?? createText })}
        </EmptyState>
      )
    return query.error ? <ListFailed error={query.error} onRetry={() => void query.refetch()} /> : <Spinner />
  }
  return (
    // An empty list offers the button itself, so it is not shown twice.
    <Part
      title={title}
      action={!isForbidden(query.error) && !(isEmpty && mayCreate) && create}
      maxWidth={widestShort(columns)}
    >
      {body()}
      {open && editor(open.row, () => setOpen(undefined))}
      {leaving && onDelete && (
        <ConfirmDelete
          title={leaving.title}
          onClose={() => setLeaving(undefined)}
          onDelete={async () => {
            await onDelete(leaving)
            notify({ tone: 'success', title: t('states.deleted'), message: leaving.title })
          }}
        />
      )}
    </Part>
  )
}
