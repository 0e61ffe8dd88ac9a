import { useRef, useState } from 'react'
import { negations } from '#shared/lists/list-declaration.ts'
import type { ListRoute } from '../../api.ts'
import { useShortcut } from '../../shortcuts.ts'
import { useText } from '../../texts.ts'
import { useIsNarrow } from '../../theme.ts'
import { Button } from '../../ui/Button.tsx'
import { IconFilter, IconPlus } from '../../ui/icons.ts'
import { lazyDialog } from '../../ui/lazyDialog.tsx'
import { type Filters, listQueryOf } from '#shared/lists/list-state.ts'
import type { FilterMenuOf, ListTableProps } from '../state/types.ts'
import type { ListStateHandle } from '../state/useListState.ts'
import { FilterChips } from './FilterChips.tsx'

const FilterMenu = lazyDialog(() => import('./FilterMenu.tsx'), 'FilterMenu')
const FilterSheet = lazyDialog(() => import('./FilterSheet.tsx'), 'FilterSheet')

type MenuProps<N extends ListRoute> = { props: ListTableProps<N>; list: ListStateHandle; menu: FilterMenuOf }

/** The button “+ Filter” (F) with its menu, and the active filters as chips; below 992 px one sheet for both. */
export function MenuAndChips<N extends ListRoute>({ props, list, menu }: MenuProps<N>) {
  const t = useText()
  const narrow = useIsNarrow()
  const { filters } = list.state
  const [open, setOpen] = useState<{ name?: string }>()
  const anchor = useRef<HTMLElement | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const show = (name?: string, at: HTMLElement | null = button.current) => {
    anchor.current = at
    setOpen({ ...(name !== undefined && { name }) })
  }
  useShortcut('f', () => show())
  const active = Object.keys(filters).filter((name) => name !== negations).length
  const { declaration, archived = false, extraQuery } = props
  const shared = {
    menu,
    offered: declaration.filters,
    options: props.options,
    filters,
    queryWith: (next: Filters) => ({
      ...listQueryOf({ ...list.state, filters: next, ordering: '' }, declaration, archived),
      ...(extraQuery as Record<string, string> | undefined),
    }),
    onApply: list.setFilters,
    onClose: () => setOpen(undefined),
    ...(open?.name !== undefined && { first: open.name }),
  }
  return (
    <>
      <Button
        ref={button}
        size="sm"
        className="filter-add"
        icon={narrow ? IconFilter : IconPlus}
        aria-haspopup="dialog"
        aria-expanded={open !== undefined}
        aria-keyshortcuts="f"
        onPointerEnter={narrow ? FilterSheet.preload : FilterMenu.preload}
        onClick={() => (open ? setOpen(undefined) : show())}
      >
        {active > 0 ? t('filters.add_count', { count: active }) : t('filters.add')}
        {!narrow && (
          <kbd className="kbd" aria-hidden>
            F
          </kbd>
        )}
      </Button>
      {!narrow && (
        <FilterChips
          menu={menu}
          options={props.options}
          filters={filters}
          onOpen={show}
          onChange={list.setFilters}
        />
      )}
      {open &&
        (narrow ? <FilterSheet {...shared} /> : <FilterMenu {...shared} anchor={anchor} key={open.name} />)}
    </>
  )
}
