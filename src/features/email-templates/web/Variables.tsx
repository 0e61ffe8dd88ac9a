import { useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconPlus } from '#web/ui/icons.ts'
import { SidePart } from '#web/record/RecordPage.tsx'
import type { Template } from './values.ts'

type VariablesProps = {
  variables: Template['variables']
  /** Inserts a variable at the last cursor position; absent without the right to change. */
  onInsert?: ((name: string) => void) | undefined
}

/** Variables that can be inserted, with their meaning; required ones are marked. */
export function Variables({ variables, onInsert }: VariablesProps) {
  const t = useText()
  return (
    <SidePart title={t('email_templates.variables')}>
      <ul className="variables">
        {variables.map((variable) => (
          <li key={variable.name}>
            <div>
              <span className="wording-chip" data-kind="variable">
                {variable.label}
              </span>
              {variable.required && (
                <span className="caption variables-required">{t('email_templates.required')}</span>
              )}
              {variable.meaning !== variable.label && <p className="caption muted">{variable.meaning}</p>}
              {variable.secret && <p className="caption muted">{t('email_templates.secret')}</p>}
            </div>
            {onInsert && (
              <IconButton
                size={28}
                icon={IconPlus}
                label={t('email_templates.insert', { name: variable.label })}
                onClick={() => onInsert(variable.name)}
              />
            )}
          </li>
        ))}
      </ul>
    </SidePart>
  )
}
