import { useRef, useState } from 'react'
import type { Locale } from '#shared/messages.ts'
import { Field, type FieldProps } from '#web/form/Field.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useText } from '#web/texts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { IconPlus } from '#web/ui/icons.ts'
import { Menu, type MenuItem } from '#web/ui/Menu.tsx'
import { cut } from '../chips.ts'
import { ChipEditor, type ChipEditorHandle } from './ChipEditor.tsx'
import type { Template } from './values.ts'

type WordingFieldProps = FieldProps<string> & {
  variables: Template['variables']
  language: Locale
  oneLine?: boolean
  rows?: number
}

/** Subject or body of a mail: as chips if possible, else as code with the reason. */
export function WordingField({ variables, language, oneLine = false, rows, ...props }: WordingFieldProps) {
  const t = useText()
  const editor = useRef<ChipEditorHandle>(null)
  const [asCode, setAsCode] = useState(false)
  // The editor keeps its own output even with half a section: Ctrl-Z is a better repair than the code view.
  const [made, setMade] = useState<string>()
  const { value, onChange, readOnly = false } = props
  const found = cut(
    value,
    variables.map((variable) => variable.name),
  )
  const reason = 'reason' in found ? found : undefined
  if (asCode || (reason && made !== value)) {
    const Code = oneLine ? TextField : TextArea
    return (
      <div className="wording-code">
        <Code
          {...props}
          onChange={(wording) => {
            // Repaired code stays code until somebody requests chips, so that a field never changes while a person types.
            setAsCode(true)
            onChange(wording)
          }}
          {...(!oneLine && { rows: rows ?? 18 })}
          hint={
            reason
              ? t(`email_templates.as_code.${reason.reason}`, { code: reason.code })
              : t('email_templates.as_code')
          }
        />
        {!reason && (
          <Button variant="quiet" size="sm" onClick={() => setAsCode(false)}>
            {t('email_templates.show_chips')}
          </Button>
        )}
      </div>
    )
  }
  const split =
    reason?.reason === 'unclosed' ? t('email_templates.as_code.unclosed', { code: '' }) : undefined
  return (
    <div className="wording-field">
      {!readOnly && (
        <div className="wording-tools">
          <Menu
            label={t('email_templates.chips.insert')}
            items={() => itemsOf(variables, oneLine, editor.current, t)}
          >
            {(trigger) => (
              <IconButton
                size={28}
                icon={IconPlus}
                label={t('email_templates.chips.insert_into', { field: props.label })}
                {...trigger}
              />
            )}
          </Menu>
          <Button variant="quiet" size="sm" onClick={() => setAsCode(true)}>
            {t('email_templates.show_code')}
          </Button>
        </div>
      )}
      <Field {...props} error={props.error ?? split}>
        {(control) => (
          <ChipEditor
            name={props.name}
            value={value}
            onChange={(wording) => {
              setMade(wording)
              onChange(wording)
            }}
            variables={variables}
            language={language}
            oneLine={oneLine}
            readOnly={readOnly}
            control={control}
            required={props.required === true}
            handle={editor}
          />
        )}
      </Field>
    </div>
  )
}

/** Items to insert: variables, and sections that appear only with a value. A subject gets no links. */
function itemsOf(
  variables: Template['variables'],
  oneLine: boolean,
  editor: ChipEditorHandle | null,
  t: ReturnType<typeof useText>,
): MenuItem[] {
  const offered = variables.filter(({ kind }) => !oneLine || kind !== 'link')
  const sections = offered.filter((variable) => !variable.required)
  return [
    ...offered.map(({ name, label }) => ({
      key: name,
      text: label,
      onSelect: () => editor?.insert(name),
    })),
    ...(sections.length > 0 ? (['line'] as const) : []),
    ...sections.map(({ name, label }) => ({
      key: `if-${name}`,
      text: t('email_templates.chips.section', { name: label }),
      onSelect: () => editor?.wrap(name),
    })),
  ]
}
