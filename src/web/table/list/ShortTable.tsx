import type { ReactNode } from 'react'
import type { Permission } from '#shared/permissions.ts'
import { useAllowed } from '../../profile.tsx'
import { useText } from '../../texts.ts'
import { useIsMobile } from '../../theme.ts'
import { IconButton } from '../../ui/Button.tsx'
import { IconPencil, IconTrash } from '../../ui/icons.ts'
import { widestShort } from '../state/widths.ts'
import './table.css'

export type ShortRow = { slug: string; title: string }
/** `end`: right-aligned figures. */
export type ShortColumn<Row> = { title: string; cell: (row: Row) => ReactNode; end?: boolean }
type Action<Row> = { permission: Permission; run: (row: Row) => void }

type ShortTableProps<Row> = {
  title: string
  rows: readonly Row[]
  /** The first one names the row. */
  columns: readonly ShortColumn<Row>[]
  change: Action<Row>
  remove?: Action<Row>
}

/** Rows of a short list with Edit and Delete; below 768 px cards instead of a table. */
export function ShortTable<Row extends ShortRow>(props: ShortTableProps<Row>) {
  const mobile = useIsMobile()
  return mobile ? <ShortCards {...props} /> : <Table {...props} />
}

function Table<Row extends ShortRow>({ title, rows, columns, ...actions }: ShortTableProps<Row>) {
  const t = useText()
  const [first, ...others] = columns
  return (
    <div
      className="table-card"
      role="region"
      aria-label={title}
      tabIndex={0}
      style={{ maxWidth: widestShort(columns) }}
    >
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
              <td className="actions">
                <RowButtons row={row} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ShortCards<Row extends ShortRow>({ title, rows, columns, ...actions }: ShortTableProps<Row>) {
  const [first, ...others] = columns
  return (
    <ul className="cards table-card" aria-label={title}>
      {rows.map((row) => (
        <li key={row.slug} className="list-card" data-row={row.slug}>
          <div className="list-card-body">
            <span className="row-title">
              <span className="row-name" data-row-title tabIndex={-1}>
                {first!.cell(row)}
              </span>
            </span>
            {others.length > 0 && (
              <dl>
                {others.map((column) => (
                  <div key={column.title}>
                    <dt>{column.title}</dt>
                    <dd className="figures">{column.cell(row)}</dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
          <span className="row-actions">
            <RowButtons row={row} {...actions} />
          </span>
        </li>
      ))}
    </ul>
  )
}

type RowButtonsProps<Row> = Pick<ShortTableProps<Row>, 'change' | 'remove'> & { row: Row }

function RowButtons<Row extends ShortRow>({ row, change, remove }: RowButtonsProps<Row>) {
  const t = useText()
  return (
    <>
      <RowButton icon={IconPencil} action={t('actions.edit')} row={row} {...change} />
      {remove && <RowButton icon={IconTrash} action={t('actions.delete')} row={row} {...remove} />}
    </>
  )
}

type RowButtonProps<Row> = Action<Row> & { icon: typeof IconPencil; action: string; row: Row }

function RowButton<Row extends ShortRow>({ icon, action, row, permission, run }: RowButtonProps<Row>) {
  const t = useText()
  const allowed = useAllowed()(permission)
  const label = t('actions.named', { action, title: row.title })
  const why = t('actions.needs', { name: permission })
  return (
    <IconButton
      icon={icon}
      size={28}
      label={label}
      title={allowed ? label : why}
      aria-disabled={allowed ? undefined : true}
      aria-description={allowed ? undefined : why}
      onClick={() => allowed && run(row)}
    />
  )
}
