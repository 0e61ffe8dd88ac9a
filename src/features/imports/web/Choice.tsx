import { useState } from 'react'
import { Field } from '#web/form/Field.tsx'
import { TextField } from '#web/form/TextField.tsx'

type ChoiceProps = {
  label: string
  value: string
  error?: string | undefined
  /** The label of the empty choice, if there is one. */
  none?: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** One of a few choices, saved at once. */
export function Choice({ label, value, error, none, options, onChange }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <select
          {...control}
          className="select"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {none && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type SaveOnBlurProps = {
  name: string
  label: string
  hint?: string
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** A text field that saves on blur. */
export function SaveOnBlurField({ value, onChange, ...rest }: SaveOnBlurProps) {
  const [typed, setTyped] = useState(value)
  return (
    <div onBlur={() => typed.trim() !== value && onChange(typed.trim())}>
      <TextField {...rest} value={typed} onChange={setTyped} />
    </div>
  )
}
