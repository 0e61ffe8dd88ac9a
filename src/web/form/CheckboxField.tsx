import { type ReactNode, useId } from 'react'
import { FieldError } from './Field.tsx'
import './form.css'

type CheckboxFieldProps = {
  name: string
  label: string
  value: boolean
  onChange: (value: boolean) => void
  /** A second, quieter line. */
  subtitle?: ReactNode
  error?: string | undefined
  disabled?: boolean
  className?: string
}

/** A yes/no with an optional subtitle (spec §2). */
export function CheckboxField({
  name,
  label,
  value,
  onChange,
  subtitle,
  error,
  disabled,
  className = '',
}: CheckboxFieldProps) {
  const id = useId()
  const described = [subtitle && `${id}-sub`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`check-field ${className}`}>
      <input
        id={id}
        type="checkbox"
        className="checkbox"
        name={name}
        checked={value}
        disabled={disabled}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {subtitle && (
          <p className="field-hint" id={`${id}-sub`}>
            {subtitle}
          </p>
        )}
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </div>
  )
}
