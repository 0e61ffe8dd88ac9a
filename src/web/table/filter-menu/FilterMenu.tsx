import { type RefObject, useMemo, useRef, useState } from 'react'
import { filtersOf } from '#shared/lists/list-record.ts'
import { foldForSearch } from '#shared/normalize.ts'
import { useText } from '../../texts.ts'
import { Button } from '../../ui/Button.tsx'
import { EnterIcon } from '../../ui/EnterIcon.tsx'
import { IconChevronRight } from '../../ui/icons.ts'
import { Popover } from '../../ui/Popover.tsx'
import { applied, type Filters } from '#shared/lists/list-state.ts'
import type { FilterMenuOf, FilterOption } from '../state/types.ts'
import { withValues } from './draft.ts'
import { FilterField, type NamedFilter } from './FilterField.tsx'
import { FoundValues, useFoundValues } from './FoundValues.tsx'
import { useMatching } from './useMatching.ts'
import './filter-menu.css'
import '../toolbar/filter-dash.css'

export type FilterMenuProps = {
  menu: FilterMenuOf
  /** The menu's filters available in this view. */
  offered: Readonly<Record<string, unknown>>
  options: Record<string, readonly FilterOption[]> | undefined
  filters: Filters
  /** The list's own query with other filters. */
  queryWith: (filters: Filters) => Record<string, string>
  onApply: (filters: Filters) => void
  onClose: () => void
}

/** Groups of a menu with the filters of this view, keyed by heading. */
export function useFilterGroupsOf({ menu, offered }: Pick<FilterMenuProps, 'menu' | 'offered'>) {
  const t = useText()
  return useMemo(() => {
    const all = new Map(filtersOf(menu.list).map((filter) => [filter.name, filter]))
    return (menu.list.filterMenu ?? []).map((group) => ({
      heading: t.of(group.heading),
      filters: group.filters.filter((name) => name in offered).map((name) => all.get(name) as NamedFilter),
    }))
  }, [menu, offered, t])
}

/**
 * The menu “+ Filter”: grouped fields with a search on the left, the form of one on the right. Nothing loads before
 * Apply, which shows the number of matches.
 */
export function FilterMenu({
  anchor,
  first,
  ...props
}: FilterMenuProps & {
  anchor: RefObject<HTMLElement | null>
  /** The filter whose form opens first, after a click on its chip. */
  first?: string
}) {
  const { menu, options, queryWith, onApply, onClose } = props
  const t = useText()
  const groups = useFilterGroupsOf(props)
  const all = groups.flatMap((group) => group.filters)
  const [draft, setDraft] = useState(props.filters)
  const [find, setFind] = useState('')
  const [name, setName] = useState(first ?? all[0]!.name)
  const [unclear, setUnclear] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const close = (refocus: boolean) => {
    onClose()
    if (refocus) anchor.current?.focus()
  }
  const apply = () => {
    if (unclear) return
    close(true)
    onApply(applied(draft))
  }
  const words = foldForSearch(find)
  const found = groups
    .map((group) => ({
      ...group,
      filters: group.filters.filter((filter) => foldForSearch(t.of(filter.heading)).includes(words)),
    }))
    .filter((group) => group.filters.length > 0)
  const values = useFoundValues({ menu, filters: all, options, words, asked: queryWith(applied(draft)) })
  const open = (next: string) => {
    setName(next)
    setUnclear(false)
  }
  const toForm = () =>
    requestAnimationFrame(() =>
      list.current?.parentElement?.querySelector<HTMLElement>('.filter-form-of [data-focus]')?.focus(),
    )
  const filter = all.find((one) => one.name === name)!
  const move = (event: React.KeyboardEvent) => {
    const buttons = [...list.current!.querySelectorAll<HTMLElement>('button, .filter-found input')]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'ArrowDown') buttons[Math.min(at + 1, buttons.length - 1)]?.focus()
    else if (event.key === 'ArrowUp' && at > 0) buttons[at - 1]!.focus()
    else if (event.key === 'ArrowUp' && at === 0)
      list.current!.querySelector<HTMLInputElement>('input')?.focus()
    else return
    event.preventDefault()
  }
  return (
    <Popover
      anchor={anchor}
      role="dialog"
      label={t('list.filters')}
      className="filter-menu"
      onClose={(reason) => close(reason === 'escape')}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move among its buttons */}
      <div ref={list} className="filter-fields" onKeyDown={move}>
        <input
          type="search"
          className="input"
          data-focus={first === undefined || undefined}
          aria-label={t('filters.by')}
          placeholder={t('filters.by')}
          value={find}
          onChange={(event) => {
            setFind(event.target.value)
            const term = foldForSearch(event.target.value)
            const match = term && all.find((one) => foldForSearch(t.of(one.heading)).includes(term))
            if (match) open(match.name)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || found.length === 0) return
            event.preventDefault()
            // Fields that match the search late are not opened automatically.
            if (!found.some((group) => group.filters.includes(filter))) open(found[0]!.filters[0]!.name)
            toForm()
          }}
        />
        <FoundValues found={values} draft={draft} onChange={setDraft} />
        {found.length === 0 && values.length === 0 && (
          <p className="filter-none" role="status">
            {t('filters.no_field')}
          </p>
        )}
        {found.map((group) => (
          <div key={group.heading} role="group" aria-label={group.heading}>
            <p className="filter-group-name" aria-hidden>
              {group.heading}
            </p>
            {group.filters.map((one) => {
              const used = draft[one.name]?.length ?? 0
              return (
                <button
                  key={one.name}
                  type="button"
                  className="filter-name"
                  aria-pressed={one.name === name}
                  onClick={() => {
                    open(one.name)
                    toForm()
                  }}
                >
                  <span>{t.of(one.heading)}</span>
                  {used > 0 ? (
                    <strong className="figures">{used}</strong>
                  ) : (
                    <IconChevronRight size={14} stroke={1.8} aria-hidden />
                  )}
                </button>
              )
            })}
          </div>
        ))}
      </div>
      <form
        className="filter-form-of"
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
        // Enter on a checkbox does not submit by itself.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || (event.target as HTMLElement).tagName !== 'INPUT') return
          event.preventDefault()
          apply()
        }}
      >
        <div className="filter-body">
          <FilterField
            key={name}
            menu={menu}
            filter={filter}
            options={options?.[name]}
            filters={draft}
            asked={queryWith(applied(draft))}
            onChange={setDraft}
            onUnclear={setUnclear}
            focusFirst
          />
        </div>
        <div className="filter-foot">
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              setDraft(withValues(draft, name, []))
              setUnclear(false)
            }}
          >
            {t('actions.reset')}
          </Button>
          <WillMatch menu={menu} asked={queryWith(applied(draft))} />
          <Button type="submit" variant="primary" size="sm" aria-disabled={unclear || undefined}>
            {t('actions.apply')}
            <kbd className="kbd" aria-hidden>
              <EnterIcon />
            </kbd>
          </Button>
        </div>
      </form>
    </Popover>
  )
}

/** The number of matches as text; a grey placeholder while it is counted. */
function WillMatch({ menu, asked }: { menu: FilterMenuOf; asked: Record<string, string> }) {
  const t = useText()
  const count = useMatching(menu, asked)
  return (
    <span className="figures filter-will" aria-live="polite">
      {count === undefined ? <span className="filter-dash" aria-hidden /> : menu.countText(count, t)}
    </span>
  )
}
