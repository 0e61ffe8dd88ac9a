import { type FilterTexts, filterWords } from '#shared/lists/filter-words.ts'
import { useLocale, useText } from '../../texts.ts'
import { Button } from '../../ui/Button.tsx'
import { IconX } from '../../ui/icons.ts'
import { focusAfterRemoval } from '../../ui/useReturnFocus.ts'
import { Chips } from '../toolbar/Chips.tsx'
import type { Filters } from '#shared/lists/list-state.ts'
import type { FilterMenuOf, FilterOption } from '../state/types.ts'
import { withValues } from './draft.ts'

type ChipsProps = {
  menu: FilterMenuOf
  options: Record<string, readonly FilterOption[]> | undefined
  filters: Filters
  onOpen: (name: string, chip: HTMLElement) => void
  onChange: (filters: Filters) => void
}

/** The active filters as chips: a click opens the form, Backspace or the cross removes it. */
export function FilterChips({ menu, options = {}, filters, onOpen, onChange }: ChipsProps) {
  const t = useText()
  const locale = useLocale()
  const titles: FilterTexts['titles'] = Object.fromEntries(
    Object.entries(options).map(([name, values]) => [
      name,
      Object.fromEntries(values.map(({ value, label }) => [value, label])),
    ]),
  )
  const chips = filterWords(menu.list, filters, { locale, textOf: t.of, titles })
  const remove = (name: string, button: HTMLElement) => {
    // This button disappears with its chip.
    focusAfterRemoval(button, document.querySelector<HTMLElement>('.filter-add'))
    onChange(withValues(filters, name, []))
  }
  return (
    <Chips>
      {chips.map(({ name, heading, negated, values }) => (
        <span key={name} className="chip">
          <button
            type="button"
            className="chip-open"
            aria-haspopup="dialog"
            aria-keyshortcuts="Backspace"
            onClick={(event) => onOpen(name, event.currentTarget)}
            onKeyDown={(event) => {
              if (event.key === 'Backspace' || event.key === 'Delete') remove(name, event.currentTarget)
            }}
          >
            {heading}
            {negated && ` ${t('filters.is_not')}`} <strong>{values.join(', ')}</strong>
          </button>
          <button
            type="button"
            aria-label={t('list.remove_filter', { column: heading })}
            onClick={(event) => remove(name, event.currentTarget)}
          >
            <IconX size={14} stroke={2} aria-hidden />
          </button>
        </span>
      ))}
      {chips.length > 0 && (
        <Button
          variant="quiet"
          size="sm"
          onClick={(event) => {
            focusAfterRemoval(event.currentTarget, document.querySelector<HTMLElement>('h1'))
            onChange({})
          }}
        >
          {t('list.clear_filters')}
        </Button>
      )}
    </Chips>
  )
}
