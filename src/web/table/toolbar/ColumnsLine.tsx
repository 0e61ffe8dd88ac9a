import { orderingHeading, type ListRecord } from '#shared/lists/list-record.ts'
import { useText } from '../../texts.ts'
import { IconChevronDown } from '../../ui/icons.ts'
import { Menu } from '../../ui/Menu.tsx'
import { layoutFromColumns, presetOf } from '../state/layout.ts'
import { saveColumns } from '../state/save-columns.ts'
import type { Column } from '../state/types.ts'

type LineProps = {
  list: ListRecord
  columns: readonly Column<never>[]
  shown: readonly string[]
  ordering: string
  onOrdering: (ordering: string) => void
}

/** One toolbar button for columns, presets and the sort order. Its menu also sorts by values without a column. */
export function ColumnsLine({ list, columns, shown, ordering, onOrdering }: LineProps) {
  const t = useText()
  const now = presetOf(list, columns, shown)
  const presets = [
    {
      key: 'standard',
      text: t('list.preset_standard'),
      columns: columns.filter(({ optional }) => !optional).map(({ key }) => key),
    },
    ...(list.presets ?? []).map((preset) => ({ ...preset, text: t.of(preset.heading) })),
  ]
  const name = presets.find(({ key }) => key === now)?.text ?? t('list.preset_own')
  const sorted = ordering || list.defaultOrdering
  const key = sorted.replace(/^-/, '')
  const sortedBy = (heading: string) => `${t('list.sorted_by')} ${heading}`
  const nowSorted = sortedBy(t.of(orderingHeading(list, key) ?? key))
  return (
    <div className="columns-line">
      <Menu
        label={t('list.columns')}
        head={<p className="small muted">{nowSorted}</p>}
        items={[
          ...presets.map((preset) => ({
            key: preset.key,
            text: preset.text,
            checked: preset.key === now,
            onSelect: () => void saveColumns(list.table, layoutFromColumns(columns, preset.columns, {})),
          })),
          'line' as const,
          ...Object.entries(list.otherOrderings ?? {}).map(([other, { heading }]) => ({
            key: `sort.${other}`,
            text: sortedBy(t.of(heading)),
            checked: other === key,
            onSelect: () => onOrdering(list.defaultOrdering.endsWith(other) ? '' : `-${other}`),
          })),
        ]}
      >
        {(trigger) => (
          <button type="button" className="columns-preset" title={nowSorted} {...trigger}>
            {t('list.columns')} <strong>{name}</strong>
            <IconChevronDown size={12} stroke={2} aria-hidden />
          </button>
        )}
      </Menu>
    </div>
  )
}
