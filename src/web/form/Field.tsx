import { type ReactNode, useId } from 'react'
import { useText } from '../texts.ts'
import { IconAlertCircleFilled } from '../ui/icons.ts'
import './form.css'

/** Common properties of fields; `useForm` supplies name, value, onChange and error via `{...form.field('title')}`. */
export type FieldProps<V> = {
  name: string
  label: string
  value: V
  onChange: (value: V) => void
  error?: string | undefined
  hint?: ReactNode
  /** Marks the label with * and sets `required`. */
  required?: boolean
  /** Adds "(optional)" to the label, where most other fields are required. */
  optional?: boolean
  disabled?: boolean
  readOnly?: boolean
  placeholder?: string
  /** `wide` spans both columns of `.fields`. */
  className?: string
  autoFocus?: boolean
}

export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-labelledby': string
}

type FrameProps = Pick<
  FieldProps<unknown>,
  'label' | 'error' | 'hint' | 'required' | 'optional' | 'className'
> & {
  children: (control: ControlProps) => ReactNode
}

/** Label above, control, then hint and error below, linked by ids. */
export function Field({ label, error, hint, required, optional, className = '', children }: FrameProps) {
  const t = useText()
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`field ${className}`} data-invalid={error ? true : undefined}>
      {/* Star and "(optional)" stand outside the label, so that the field's name is the word alone. */}
      <div className="field-label">
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {required && (
          <span className="field-star" aria-hidden>
            {' *'}
          </span>
        )}
        {optional && <span className="field-optional"> ({t('form.optional')})</span>}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-labelledby': `${id}-label`,
      })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** The message under a field: icon and words. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p className="field-error" id={id}>
      <IconAlertCircleFilled size={14} aria-hidden />
      {error}
    </p>
  )
}
