import type { ReactNode } from 'react'
import { useAllowed } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconPencil, IconTrash } from '#web/ui/icons.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { EmptyState, ErrorPanel } from '#web/ui/states.tsx'

type SettingsTableProps<Row> = {
  title: string
  query: { data?: { results: readonly Row[] } | undefined; error: unknown; refetch: () => unknown }
  columns: readonly { title: string; cell: (row: Row) => ReactNode; end?: boolean }[]
  emptyText: string
  onEdit?: (row: Row) => void
  onDelete?: (row: Row) => void
}

/** A short list of settings with Edit and Delete per row; its first column names the row. */
export function SettingsTable<Row extends { slug: string; title: string }>({
  title,
  query,
  columns,
  emptyText,
  onEdit,
  onDelete,
}: SettingsTableProps<Row>) {
  const t = useText()
  if (!query.data)
    return query.error ? <ErrorPanel error={query.error} onRetry={() => void query.refetch()} /> : <Spinner />
  const rows = query.data.results
  if (rows.length === 0) return <EmptyState title={emptyText} />
  const [first, ...others] = columns
  return (
    <div className="table-card" role="region" aria-label={title} tabIndex={0}>
      <table className="simple-table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={column.end ? 'end' : undefined}>
                {column.title}
              </th>
            ))}
            <th scope="col" className="end">
              {t('columns.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.slug} data-row={row.slug}>
              <th scope="row" data-row-title tabIndex={-1}>
                {first!.cell(row)}
              </th>
              {others.map((column) => (
                <td key={column.title} className={column.end ? 'end figures' : 'figures'}>
                  {column.cell(row)}
                </td>
              ))}
              <td>
                {onEdit && (
                  <RowButton
                    icon={IconPencil}
                    action={t('actions.edit')}
                    title={row.title}
                    permission="change_settings"
                    onClick={() => onEdit(row)}
                  />
                )}
                {onDelete && (
                  <RowButton
                    icon={IconTrash}
                    action={t('actions.delete')}
                    title={row.title}
                    permission="delete_settings"
                    onClick={() => onDelete(row)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowButtonProps = {
  icon: typeof IconPencil
  action: string
  title: string
  permission: 'change_settings' | 'delete_settings'
  onClick: () => void
}

function RowButton({ icon, action, title, permission, onClick }: RowButtonProps) {
  const t = useText()
  const allowed = useAllowed()(permission)
  return (
    <IconButton
      icon={icon}
      size={28}
      label={t('actions.named', { action, title })}
      aria-disabled={allowed ? undefined : true}
      aria-description={allowed ? undefined : t('actions.needs', { name: permission })}
      onClick={() => allowed && onClick()}
    />
  )
}
