import { useRef, useState } from 'react'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { IconUpload } from '../ui/lazy-icons.ts'
import { Field, type FieldProps } from './Field.tsx'

type FileFieldProps = FieldProps<File | undefined> & {
  /** As in the `accept` attribute: '.pdf,application/pdf'. The server checks the content. */
  accept?: string
  /** Text of the empty box, e.g. 'Drop a PDF here or choose a file'. */
  emptyText: string
}

/** One file, dropped or chosen. A second one dropped replaces the first. */
export function FileField(props: FileFieldProps) {
  const t = useText()
  const { name, value, onChange, accept, emptyText, required, disabled } = props
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <Field {...props}>
      {(control) => (
        <div
          className="drop"
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            if (!disabled && event.dataTransfer.files[0]) onChange(event.dataTransfer.files[0])
          }}
        >
          <span>{value ? value.name : emptyText}</span>
          <Button size="sm" icon={IconUpload} disabled={disabled} onClick={() => input.current?.click()}>
            {t('form.choose_file')}
          </Button>
          <input
            {...control}
            ref={input}
            aria-labelledby={undefined}
            className="visually-hidden"
            tabIndex={-1}
            type="file"
            name={name}
            accept={accept}
            required={required}
            disabled={disabled}
            onChange={(event) => event.target.files?.[0] && onChange(event.target.files[0])}
          />
        </div>
      )}
    </Field>
  )
}
