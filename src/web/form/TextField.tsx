import type { HTMLInputAutoCompleteAttribute } from 'react'
import { useText } from '../texts.ts'
import { Field, type FieldProps } from './Field.tsx'

export type TextFieldProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'password' | 'url' | 'tel' | 'search'
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** Shows an n/64 counter; longer text stays, and the form refuses it with a message. */
  maxLength?: number
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email'
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const { name, value, onChange, type = 'text', maxLength, required, disabled, readOnly, placeholder } = props
  return (
    <Field {...props}>
      {(control) => (
        <span className="input-box">
          <input
            {...control}
            aria-labelledby={undefined}
            className={`input ${maxLength ? 'counted' : ''}`}
            name={name}
            type={type}
            value={value}
            required={required}
            disabled={disabled}
            readOnly={readOnly}
            placeholder={placeholder}
            autoComplete={props.autoComplete ?? 'off'}
            inputMode={props.inputMode}
            autoFocus={props.autoFocus}
            onChange={(event) => onChange(event.target.value)}
          />
          {maxLength && <Counter length={value.length} maximum={maxLength} />}
        </span>
      )}
    </Field>
  )
}

export type TextAreaProps = FieldProps<string> & { rows?: number; maxLength?: number }

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { name, value, onChange, rows = 3, maxLength, required, disabled, readOnly, placeholder } = props
  return (
    <Field {...props}>
      {(control) => (
        <span className="input-box">
          <textarea
            {...control}
            aria-labelledby={undefined}
            className="input area"
            name={name}
            value={value}
            rows={rows}
            required={required}
            disabled={disabled}
            readOnly={readOnly}
            placeholder={placeholder}
            onChange={(event) => onChange(event.target.value)}
          />
          {maxLength && <Counter length={value.length} maximum={maxLength} />}
        </span>
      )}
    </Field>
  )
}

function Counter({ length, maximum }: { length: number; maximum: number }) {
  const t = useText()
  return (
    <span className="input-count" data-over={length > maximum || undefined}>
      <span aria-hidden>
        {length}/{maximum}
      </span>
      <span className="visually-hidden">{t('form.characters', { count: length, maximum })}</span>
    </span>
  )
}
