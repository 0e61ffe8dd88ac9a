import { useText } from '../texts.ts'
import { IconX } from '../ui/icons.ts'
import { Combobox, type Option } from './Combobox.tsx'
import { Field, type FieldProps } from './Field.tsx'

export type { Option } from './Combobox.tsx'

type Search = {
  /** Server-side filtering: called with the typed text. */
  onSearch?: (text: string) => void
  loading?: boolean
}

export type SelectFieldProps = FieldProps<string> &
  Search & {
    options: readonly Option[]
    /** A ✕ that empties the choice. */
    clearable?: boolean
    /** Label of a value that is not (yet) among the options. */
    valueLabel?: string
  }

/** A searchable single choice. The value is the option's value, '' for none. */
export function SelectField(props: SelectFieldProps) {
  const t = useText()
  const { value, onChange, options } = props
  const current = options.find((option) => option.value === value)
  return (
    <Field {...props}>
      {(control) => (
        <span className="input-box">
          <Combobox
            control={control}
            name={props.name}
            options={options}
            selected={[value]}
            shownText={current?.label ?? (value === '' ? '' : (props.valueLabel ?? value))}
            placeholder={props.placeholder}
            required={props.required}
            disabled={props.disabled || props.readOnly}
            onPick={onChange}
            onSearch={props.onSearch}
            loading={props.loading}
          />
          {props.clearable && value !== '' && !props.disabled && (
            <button
              type="button"
              className="combo-clear"
              aria-label={t('form.clear')}
              aria-describedby={control['aria-labelledby']}
              onClick={() => onChange('')}
            >
              <IconX size={16} stroke={1.8} aria-hidden />
            </button>
          )}
        </span>
      )}
    </Field>
  )
}

export type MultiSelectFieldProps = FieldProps<readonly string[]> & Search & { options: readonly Option[] }

/** A searchable multiple choice; chosen options appear in the box and can be removed one by one. */
export function MultiSelectField(props: MultiSelectFieldProps) {
  const t = useText()
  const { value, onChange, options } = props
  const toggle = (picked: string) =>
    onChange(value.includes(picked) ? value.filter((other) => other !== picked) : [...value, picked])
  const labelOf = (chosen: string) => options.find((option) => option.value === chosen)?.label ?? chosen
  return (
    <Field {...props}>
      {(control) => (
        <Combobox
          control={control}
          name={props.name}
          options={options}
          selected={value}
          shownText=""
          placeholder={value.length === 0 ? props.placeholder : undefined}
          multiple
          required={props.required}
          disabled={props.disabled || props.readOnly}
          onPick={toggle}
          onBackspace={() => onChange(value.slice(0, -1))}
          onSearch={props.onSearch}
          loading={props.loading}
        >
          {value.map((chosen) => (
            <span key={chosen} className="combo-chip">
              {labelOf(chosen)}
              <button
                type="button"
                aria-label={t('actions.remove', { title: labelOf(chosen) })}
                disabled={props.disabled || props.readOnly}
                onClick={() => toggle(chosen)}
              >
                <IconX size={14} stroke={1.8} aria-hidden />
              </button>
            </span>
          ))}
        </Combobox>
      )}
    </Field>
  )
}
