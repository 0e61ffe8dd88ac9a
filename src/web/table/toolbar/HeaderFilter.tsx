import { useRef, useState } from 'react'
import { useText } from '../../texts.ts'
import { Button } from '../../ui/Button.tsx'
import { IconFilter, IconFilterFilled } from '../../ui/icons.ts'
import { Popover } from '../../ui/Popover.tsx'
import type { FilterOption } from '../state/types.ts'

type HeaderFilterProps = {
  column: string
  options: readonly FilterOption[]
  selected: readonly string[]
  onApply: (values: readonly string[]) => void
}

/** The funnel of a column header. Nothing loads before Apply; Enter applies, Escape discards. */
export function HeaderFilter({ column, options, selected, onApply }: HeaderFilterProps) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const active = selected.length > 0
  const Icon = active ? IconFilterFilled : IconFilter
  const label = t('list.filter_column', { column })
  const close = (refocus: boolean) => {
    setOpen(false)
    if (refocus) button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="funnel"
        data-active={active || undefined}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
      >
        <Icon size={15} stroke={1.8} aria-hidden />
      </button>
      {open && (
        <Popover anchor={button} role="dialog" label={label} onClose={(reason) => close(reason === 'escape')}>
          <FilterForm
            options={options}
            selected={selected}
            onApply={(values) => {
              close(true)
              onApply(values)
            }}
          />
        </Popover>
      )}
    </>
  )
}

type FilterFormProps = Pick<HeaderFilterProps, 'options' | 'selected' | 'onApply'>

function FilterForm({ options, selected, onApply }: FilterFormProps) {
  const t = useText()
  const [chosen, setChosen] = useState(selected)
  return (
    <form
      className="filter-form"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(chosen)
      }}
      // Enter on a checkbox does not submit by itself.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || (event.target as HTMLElement).tagName !== 'INPUT') return
        event.preventDefault()
        onApply(chosen)
      }}
    >
      <Checkboxes options={options} chosen={chosen} onChange={setChosen} focusFirst />
      <div className="filter-foot">
        <Button variant="quiet" size="sm" onClick={() => setChosen([])}>
          {t('actions.reset')}
        </Button>
        <Button type="submit" variant="primary" size="sm">
          {t('actions.apply')}
        </Button>
      </div>
    </form>
  )
}

type CheckboxesProps = {
  options: readonly FilterOption[]
  chosen: readonly string[]
  onChange: (values: readonly string[]) => void
  focusFirst?: boolean
}

/** The values of one filter; chosen ones keep the offered order. */
export function Checkboxes({ options, chosen, onChange, focusFirst }: CheckboxesProps) {
  const t = useText()
  if (options.length === 0) return <p className="filter-none">{t('list.no_filter_values')}</p>
  const change = (value: string, on: boolean) =>
    onChange(
      options.map((option) => option.value).filter((each) => (each === value ? on : chosen.includes(each))),
    )
  return (
    <div className="filter-options">
      {options.map((option, at) => (
        <label key={option.value}>
          <input
            type="checkbox"
            className="checkbox"
            data-focus={(focusFirst === true && at === 0) || undefined}
            checked={chosen.includes(option.value)}
            onChange={(event) => change(option.value, event.target.checked)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
