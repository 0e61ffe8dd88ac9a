import { type ReactNode, useEffect, useState } from 'react'
import { useAllowed } from '../../profile.tsx'
import { formatEuro } from '#shared/money.ts'
import { useLocale, useText } from '../../texts.ts'
import { useIsMobile, useIsNarrow } from '../../theme.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import {
  IconChecks,
  IconColumns3,
  IconDots,
  IconFilter,
  IconLayoutSidebarRight,
  IconX,
} from '../../ui/icons.ts'
import { lazyDialog } from '../../ui/lazyDialog.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { restoreFocus, focusAfterRemoval } from '../../ui/useReturnFocus.ts'
import { useCommands } from '../../ui/commands.ts'
import { useShortcut } from '../../shortcuts.ts'
import { useFilterGroups } from './filters.ts'
import { selectedText } from '../state/selected-text.ts'
import type { TitledRows } from '../state/selection.ts'
import { Chips } from './Chips.tsx'
import { MenuAndChips } from '../filter-menu/MenuAndChips.tsx'
import { SearchBox } from './SearchBox.tsx'
import type { ListRoute } from '../../api.ts'
import type { Layout } from '../state/layout.ts'
import type { BulkAction, Column, ListHandle, ListTableProps } from '../state/types.ts'
import type { Peek } from '../peek/usePeek.ts'
import type { ListStateHandle } from '../state/useListState.ts'
import type { useSelection } from '../state/useSelection.ts'

const TableSettings = lazyDialog(() => import('./TableSettings.tsx'), 'TableSettings')
const ColumnSettings = lazyDialog(() => import('./ColumnSettings.tsx'), 'ColumnSettings')
const FilterDrawer = lazyDialog(() => import('./FilterDrawer.tsx'), 'FilterDrawer')

type ToolbarProps<N extends ListRoute> = {
  props: ListTableProps<N>
  list: ListStateHandle
  handle: ListHandle
  hidden: readonly string[]
  layout: Layout
  selection: ReturnType<typeof useSelection>
  /** Rows of the page; when all are selected, the bar offers to select all matches. */
  rows: TitledRows
  /** On a phone it holds everything else. */
  phoneMenu?: ReactNode
  /** Before Table Settings: figures about all matches, and the columns. */
  beside?: ReactNode
  /** The peek beside the list, and the row it starts with. */
  peek?: Peek & { first: string | undefined }
}

/** Search, active filters and Table Settings; replaced by the bulk bar while rows are selected. */
export function Toolbar<N extends ListRoute>({
  props,
  list,
  handle,
  hidden,
  layout,
  selection,
  rows,
  phoneMenu,
  beside,
  peek,
}: ToolbarProps<N>) {
  const t = useText()
  const narrow = useIsNarrow()
  const mobile = useIsMobile()
  const [open, setOpen] = useState<'settings' | 'filters'>()
  useCommands([
    ...(props.settings
      ? [{ key: 'settings', text: t('list.settings'), run: () => setOpen('settings') }]
      : []),
    ...(props.searchText === undefined
      ? []
      : [
          {
            key: 'search',
            text: props.searchText,
            run: () => {},
            withText: {
              text: (typed: string) => t('shell.palette_search_list', { text: typed }),
              run: list.setSearch,
            },
          },
        ]),
  ])
  const groups = useFilterGroups(props)
  const active = groups.filter((group) => list.state.filters[group.name])
  const without = (name: string) =>
    Object.fromEntries(Object.entries(list.state.filters).filter(([other]) => other !== name))
  const selecting = handle.selection.count > 0 && props.bulkActions !== undefined
  // A list with header filters also has all of them in one drawer.
  const hasDrawer = !props.filterMenu && groups.length > 0
  return (
    <div className="toolbar-box">
      {selecting && (
        <BulkBar actions={props.bulkActions!} handle={handle} selection={selection} rows={rows} />
      )}
      <div className="toolbar" hidden={selecting && !mobile ? true : undefined}>
        {props.searchText !== undefined && (
          <SearchBox label={props.searchText} value={list.state.search} onSearch={list.setSearch} />
        )}
        {props.filterMenu && <MenuAndChips props={props} list={list} menu={props.filterMenu} />}
        {hasDrawer && (
          <Button
            size="sm"
            className="filter-add"
            icon={IconFilter}
            aria-haspopup="dialog"
            aria-keyshortcuts="f"
            onPointerEnter={FilterDrawer.preload}
            onClick={() => setOpen('filters')}
          >
            {active.length > 0 ? t('list.filters_count', { count: active.length }) : t('list.filters')}
          </Button>
        )}
        {!props.filterMenu && !narrow && (
          <Chips>
            {active.map((group) => (
              <span key={group.name} className="chip">
                {group.column}:{' '}
                <strong>
                  {list.state.filters[group.name]!.map(
                    (value) => group.options.find((option) => option.value === value)?.label ?? value,
                  ).join(', ')}
                </strong>
                <button
                  type="button"
                  aria-label={t('list.remove_filter', { column: group.column })}
                  onClick={(event) => {
                    // This button disappears with its chip.
                    focusAfterRemoval(event.currentTarget, document.querySelector<HTMLElement>('.filter-add'))
                    list.setFilters(without(group.name))
                  }}
                >
                  <IconX size={14} stroke={2} aria-hidden />
                </button>
              </span>
            ))}
            {active.length > 0 && (
              <Button
                variant="quiet"
                size="sm"
                onClick={(event) => {
                  focusAfterRemoval(event.currentTarget, document.querySelector<HTMLElement>('.filter-add'))
                  list.setFilters({})
                }}
              >
                {t('list.clear_filters')}
              </Button>
            )}
          </Chips>
        )}
        {beside}
        {phoneMenu}
        {props.settings && !phoneMenu && (
          <IconButton
            icon={IconColumns3}
            label={t('list.settings')}
            className="toolbar-settings"
            onPointerEnter={TableSettings.preload}
            onClick={() => setOpen('settings')}
          />
        )}
        {peek && !mobile && (
          <IconButton
            icon={IconLayoutSidebarRight}
            label={t('list.peek')}
            className={props.settings ? '' : 'toolbar-settings'}
            aria-pressed={peek.key !== undefined}
            tinted={peek.key !== undefined}
            disabled={peek.key === undefined && peek.first === undefined}
            onClick={() =>
              peek.key === undefined ? peek.first !== undefined && peek.show(peek.first) : peek.close()
            }
          />
        )}
      </div>
      {open === 'settings' &&
        (props.filterMenu?.list.presets ? (
          <ColumnSettings
            list={props.filterMenu.list}
            columns={props.columns as readonly Column<never>[]}
            hidden={hidden}
            layout={layout}
            onClose={() => setOpen(undefined)}
          />
        ) : (
          <TableSettings
            table={props.declaration.table}
            columns={props.columns.map((column) => ({ key: column.key, title: t.of(column.title) }))}
            hidden={hidden}
            onClose={() => setOpen(undefined)}
          />
        ))}
      {hasDrawer && open === undefined && <FilterKey onPress={() => setOpen('filters')} />}
      {open === 'filters' && (
        <FilterDrawer
          groups={groups}
          filters={list.state.filters}
          onApply={list.setFilters}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

/** The drawer's key, in lists that have a drawer. */
function FilterKey({ onPress }: { onPress: () => void }) {
  useShortcut('f', onPress)
  return null
}

type BulkBarProps = {
  actions: readonly BulkAction[]
  handle: ListHandle
  selection: ReturnType<typeof useSelection>
  rows: TitledRows
}

/** Labelled buttons on a phone, one on the narrowest; the menu holds all. */
const onPhone = 2

function BulkBar({ actions, handle, selection, rows }: BulkBarProps) {
  const t = useText()
  const locale = useLocale()
  const mobile = useIsMobile()
  const allowed = useAllowed()
  const { count, all, sum_cents } = handle.selection
  const missing = (action: BulkAction) =>
    action.permission && !allowed(action.permission) ? action.permission : undefined
  useShortcut('Escape', handle.clearSelection)
  const [running, setRunning] = useState<string>()
  const run = async (action: BulkAction) => {
    if (running !== undefined || missing(action)) return
    setRunning(action.key)
    try {
      await action.run(handle)
    } finally {
      setRunning(undefined)
    }
  }
  // When the work is done, the bar disappears with the focused button.
  useEffect(() => () => void requestAnimationFrame(() => restoreFocus(undefined, undefined)), [])
  const wholePage = rows.every(([key]) => selection.has(key))
  const moreMatch = !all && wholePage && count < handle.count
  const selectAll = t('list.select_all_matching', { count: handle.count })
  // Cards have no header checkbox for the whole page.
  const selectMore = wholePage
    ? { key: 'all', text: selectAll, onSelect: () => selection.send({ type: 'all' }) }
    : {
        key: 'page',
        text: t('list.select_all'),
        onSelect: () => selection.send({ type: 'page', page: rows, selected: true }),
      }
  const inMenu: MenuItem[] = [
    ...(mobile && (moreMatch || !wholePage) ? [{ ...selectMore, icon: IconChecks }] : []),
    ...actions
      .filter((action) => mobile || action.more)
      .map((action) => ({
        key: action.key,
        text: t.of(action.text),
        icon: action.icon,
        missing: missing(action),
        onSelect: () => void run(action),
      })),
  ]
  return (
    <div
      className="bulk"
      data-sum={sum_cents !== undefined || undefined}
      role="group"
      aria-label={t('list.bulk')}
    >
      <strong className="figures">
        {all && !mobile
          ? all.except.length === 0
            ? t('list.all_selected', { count })
            : t('list.all_but_selected', { count, total: all.total, except: all.except.length })
          : selectedText(handle.selection, t, locale)}
        {all && !mobile && sum_cents !== undefined && ` · ${formatEuro(sum_cents, locale)}`}
      </strong>
      {moreMatch && !mobile && (
        <Button variant="quiet" size="sm" onClick={() => selection.send({ type: 'all' })}>
          {selectAll}
        </Button>
      )}
      {(mobile ? actions.slice(0, onPhone) : actions.filter((action) => !action.more)).map((action) => {
        const lacks = missing(action)
        return (
          <Button
            key={action.key}
            variant="quiet"
            size="sm"
            icon={action.icon}
            aria-disabled={lacks ? true : undefined}
            title={lacks && t('actions.needs', { name: lacks })}
            aria-description={lacks && t('actions.needs', { name: lacks })}
            loading={running === action.key}
            onClick={() => void run(action)}
          >
            {t.of(action.text)}
          </Button>
        )
      })}
      {inMenu.length > 0 && (
        <Menu label={t('actions.more')} items={inMenu}>
          {(trigger) => <IconButton icon={IconDots} label={t('actions.more')} {...trigger} />}
        </Menu>
      )}
      <IconButton
        icon={IconX}
        label={t('list.clear_selection')}
        className="bulk-clear"
        onClick={(event) => {
          const heading = event.currentTarget.closest('.panel')?.querySelector<HTMLElement>('h1')
          handle.clearSelection()
          // This button disappears with the bar.
          heading?.focus()
        }}
      />
    </div>
  )
}
