import { orderingHeading, type ListRecord } from '#shared/list-record.ts'
import { useText } from '../texts.ts'
import { IconChevronDown } from '../ui/icons.ts'
import { Menu } from '../ui/Menu.tsx'
import { chosen, presetOf } from './layout.ts'
import { saveColumns } from './save-columns.ts'
import type { Column } from './types.ts'

type LineProps = {
  list: ListRecord
  columns: readonly Column<never>[]
  shown: readonly string[]
  ordering: string
}

/** Which columns are shown and what the list is sorted by; a preset is one choice. */
export function ColumnsLine({ list, columns, shown, ordering }: LineProps) {
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
  const key = ordering.replace(/^-/, '') || list.defaultOrdering.replace(/^-/, '')
  return (
    <div className="columns-line">
      <Menu
        label={t('list.columns')}
        align="start"
        items={presets.map((preset) => ({
          key: preset.key,
          text: preset.text,
          checked: preset.key === now,
          onSelect: () => void saveColumns(list.table, chosen(columns, preset.columns, {})),
        }))}
      >
        {(trigger) => (
          <button type="button" className="columns-preset" {...trigger}>
            {t('list.columns')} <strong>{name}</strong>
            <IconChevronDown size={12} stroke={2} aria-hidden />
          </button>
        )}
      </Menu>{' '}
      · {t('list.sorted_by')} <strong>{t.of(orderingHeading(list, key) ?? key)}</strong>
    </div>
  )
}
