import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { foldForSearch } from '#shared/normalize.ts'
import { visible } from '#shared/text-direction.ts'
import { useText } from '../texts.ts'
import { Popover } from '../ui/Popover.tsx'
import type { ControlProps } from './Field.tsx'

export type Option = { value: string; label: string; disabled?: boolean }

export type ComboboxProps = {
  control: ControlProps
  name: string
  options: readonly Option[]
  selected: readonly string[]
  /** Text of the box while nothing is typed. */
  shownText: string
  placeholder?: string | undefined
  multiple?: boolean
  required?: boolean
  disabled?: boolean
  onPick: (value: string) => void
  /** Backspace in the empty box of a multiple choice. */
  onBackspace?: () => void
  /** Server-side filtering: called with the typed text, after which new options arrive. */
  onSearch?: (text: string) => void
  loading?: boolean
  children?: ReactNode
}

/** Number of options shown; typing reaches the others, so that 5,000 people do not become 5,000 rows. */
const shownLimit = 60

/** The searchable box under SelectField and MultiSelectField (ARIA combobox with a listbox). */
export function Combobox(props: ComboboxProps) {
  const { control, options, selected, shownText, multiple, onPick, onSearch } = props
  const t = useText()
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(0)
  const needle = foldForSearch(typed ?? '')
  const matching =
    onSearch || !needle ? options : options.filter((option) => foldForSearch(option.label).includes(needle))
  const shown = matching.slice(0, shownLimit)
  const active = Math.min(at, shown.length - 1)

  const show = () => {
    if (props.disabled || open) return
    const current = shown.findIndex((option) => option.value === selected[0])
    setAt(multiple ? 0 : Math.max(0, current))
    setOpen(true)
    onSearch?.('')
  }
  const hide = () => {
    setOpen(false)
    setTyped(undefined)
  }
  const pick = (option: Option | undefined) => {
    if (!option || option.disabled) return
    onPick(option.value)
    setTyped(undefined)
    if (multiple) onSearch?.('')
    else hide()
  }
  const type = (text: string) => {
    setTyped(text)
    setAt(0)
    setOpen(true)
    onSearch?.(text)
  }
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (event.altKey && event.key === 'ArrowUp') return hide()
      if (!open) return show()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setAt((active + step + shown.length) % Math.max(1, shown.length))
    } else if (event.key === 'Enter' && open && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      pick(shown[active])
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      hide()
    } else if (event.key === 'Backspace' && !typed && multiple) props.onBackspace?.()
    else if (event.key === 'Tab') hide()
  }
  return (
    <div
      ref={box}
      className={`input combo ${multiple ? 'multiple' : ''}`}
      data-disabled={props.disabled || undefined}
    >
      {props.children}
      <input
        {...control}
        aria-labelledby={undefined}
        name={props.name}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && shown[active] ? `${listId}-${active}` : undefined}
        aria-required={props.required || undefined}
        autoComplete="off"
        spellCheck={false}
        disabled={props.disabled}
        value={typed ?? shownText}
        data-typed={typed === undefined ? undefined : ''}
        placeholder={props.placeholder}
        onChange={(event) => type(event.target.value)}
        onClick={show}
        onFocus={(event) => !multiple && event.target.select()}
        onKeyDown={onKeyDown}
      />
      <svg className="combo-arrow" width="16" height="16" viewBox="0 0 24 24" aria-hidden>
        <path d="m8 9 4-4 4 4M16 15l-4 4-4-4" fill="none" stroke="currentColor" strokeWidth="1.8" />
      </svg>
      {open && (
        <Popover anchor={box} fitWidth onClose={hide}>
          <Choices
            id={listId}
            shown={shown}
            active={active}
            selected={selected}
            multiple={multiple === true}
            onPick={pick}
          />
          {shown.length === 0 && (
            <p className="combo-note">{t(props.loading ? 'states.loading' : 'form.no_options')}</p>
          )}
          {matching.length > shownLimit && <p className="combo-note">{t('form.more_options')}</p>}
        </Popover>
      )}
    </div>
  )
}

type ChoicesProps = {
  id: string
  shown: readonly Option[]
  active: number
  selected: readonly string[]
  multiple: boolean
  onPick: (option: Option) => void
}

function Choices({ id, shown, active, selected, multiple, onPick }: ChoicesProps) {
  const t = useText()
  const byMouse = useRef(false)
  // Taken when the mouse is pressed: a list that changes before the release would leave the click without a target.
  const press = (event: React.MouseEvent, option: Option) => {
    // The focus stays in the box; a click must not take it.
    event.preventDefault()
    byMouse.current &&= event.button === 0
    if (byMouse.current) onPick(option)
  }
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [id, active])
  return (
    <div id={id} role="listbox" aria-label={t('form.choices')} aria-multiselectable={multiple || undefined}>
      {shown.map((option, at) => (
        <div
          key={option.value}
          id={`${id}-${at}`}
          role="option"
          className="combo-option"
          data-active={at === active || undefined}
          aria-selected={selected.includes(option.value)}
          aria-disabled={option.disabled || undefined}
          onPointerDown={(event) => (byMouse.current = event.pointerType === 'mouse')}
          onMouseDown={(event) => press(event, option)}
          // Touch, which may scroll first, and clicks by voice control or a screen reader.
          onClick={(event) => (event.detail === 0 || !byMouse.current) && onPick(option)}
        >
          <span>{visible(option.label)}</span>
          {selected.includes(option.value) && (
            <svg width="14" height="14" viewBox="0 0 24 24" aria-hidden>
              <path d="m5 12 5 5L20 7" fill="none" stroke="currentColor" strokeWidth="2.4" />
            </svg>
          )}
        </div>
      ))}
    </div>
  )
}
