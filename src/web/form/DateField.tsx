import { lazy, Suspense, useRef, useState } from 'react'
import { isDay, parseDay, showDay } from '#shared/dates.ts'
import { useText } from '../texts.ts'
import { IconCalendar } from '../ui/icons.ts'
import { Popover } from '../ui/Popover.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Field, type FieldProps } from './Field.tsx'

const loadCalendar = () => import('./Calendar.tsx')
const Calendar = lazy(() => loadCalendar().then((module) => ({ default: module.Calendar })))

export type DateFieldProps = FieldProps<string> & { min?: string; max?: string }

/**
 * A day, typed as DD.MM.YYYY or picked. The value is `YYYY-MM-DD` or ''; invalid text is passed on as typed, so that
 * the form's validation (`isDay`) refuses it with its message.
 */
export function DateField(props: DateFieldProps) {
  const t = useText()
  const { name, value, onChange, required, disabled, readOnly } = props
  const [typed, setTyped] = useState<{ text: string; value: string }>()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const text = typed && typed.value === value ? typed.text : isDay(value) ? showDay(value) : value
  const change = (next: string) => {
    const day = next.trim() === '' ? '' : (parseDay(next) ?? next)
    setTyped({ text: next, value: day })
    onChange(day)
  }
  const close = (refocus: boolean) => {
    setOpen(false)
    if (refocus) input.current?.focus()
  }
  return (
    <Field {...props}>
      {(control) => (
        <span className="input-box" ref={box}>
          <button
            type="button"
            className="input-icon"
            aria-label={t('form.open_calendar')}
            aria-describedby={control['aria-labelledby']}
            aria-haspopup="dialog"
            aria-expanded={open}
            disabled={disabled || readOnly}
            onPointerEnter={() => void loadCalendar()}
            onFocus={() => void loadCalendar()}
            onClick={() => setOpen(!open)}
          >
            <IconCalendar size={16} stroke={1.8} aria-hidden />
          </button>
          <input
            {...control}
            ref={input}
            aria-labelledby={undefined}
            className="input with-icon figures"
            name={name}
            value={text}
            inputMode="numeric"
            autoComplete="off"
            required={required}
            disabled={disabled}
            readOnly={readOnly}
            placeholder={props.placeholder ?? t('form.day_format')}
            onChange={(event) => change(event.target.value)}
            onBlur={() => setTyped(undefined)}
          />
          {open && (
            <Popover
              anchor={box}
              role="dialog"
              label={t('form.calendar')}
              onClose={(reason) => close(reason === 'escape')}
            >
              <Suspense fallback={<Spinner />}>
                <Calendar
                  value={isDay(value) ? value : ''}
                  min={props.min}
                  max={props.max}
                  onPick={(day) => {
                    setTyped(undefined)
                    onChange(day)
                    close(true)
                  }}
                />
              </Suspense>
            </Popover>
          )}
        </span>
      )}
    </Field>
  )
}
