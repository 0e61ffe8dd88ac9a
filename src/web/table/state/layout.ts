import type { ListRecord } from '#shared/lists/list-record.ts'
import type { Column } from './types.ts'

export type Layout = { columns: readonly string[] | null; widths: Readonly<Record<string, number>> }

/**
 * The visible columns in order: those of the layout first, then the others in the list's order. Optional columns are
 * shown only when the layout names them, others unless hidden.
 */
export function applyLayout<Row>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
  { columns: order, widths }: Layout,
): readonly Column<Row>[] {
  const place = (key: string) => {
    const at = order?.indexOf(key) ?? -1
    return at === -1 ? Number.MAX_SAFE_INTEGER : at
  }
  return columns
    .filter(({ key, optional }) => (optional ? order?.includes(key) === true : !hidden.includes(key)))
    .map((column) =>
      widths[column.key] ? { ...column, width: widths[column.key]!, usual: widths[column.key]! } : column,
    )
    .sort((a, b) => place(a.key) - place(b.key))
}

/** The hidden columns and the layout that show exactly these columns in this order. */
export function layoutFromColumns(
  columns: readonly Pick<Column<never>, 'key' | 'optional'>[],
  shown: readonly string[],
  widths: Layout['widths'],
): { hidden: string[]; layout: Layout } {
  const usual = columns.filter(({ optional }) => !optional).map(({ key }) => key)
  const hidden = usual.filter((key) => !shown.includes(key))
  const asUsual = usual.filter((key) => shown.includes(key)).join() === shown.join()
  const plain = asUsual && Object.keys(widths).length === 0
  return { hidden, layout: { columns: plain ? null : [...shown], widths: plain ? {} : widths } }
}

/** The preset that shows exactly these columns; `standard` is the list's default, undefined a personal choice. */
export function presetOf(
  list: Pick<ListRecord, 'presets'>,
  columns: readonly Pick<Column<never>, 'key' | 'optional'>[],
  shown: readonly string[],
): string | undefined {
  const usual = columns.filter(({ optional }) => !optional).map(({ key }) => key)
  if (usual.join() === shown.join()) return 'standard'
  return list.presets?.find((preset) => preset.columns.join() === shown.join())?.key
}
