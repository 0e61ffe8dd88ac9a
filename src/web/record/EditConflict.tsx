import { type ReactNode, useState } from 'react'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import '../form/form.css'

export type Choice = 'mine' | 'theirs'
export type ConflictField = { key: string; label: string; mine: ReactNode; theirs: ReactNode }

type EditConflictProps = {
  subject: string
  /** The author of the change; omitted when unknown. */
  person?: string
  /** Only the fields that differ. */
  fields: readonly ConflictField[]
  onResolve: (choices: Record<string, Choice>) => void
  onClose: () => void
}

/** After a 409 `edit_conflict`: *mine* or *theirs* for each changed field, then Save. Closing it loses no input. */
export function EditConflict({ subject, person, fields, onResolve, onClose }: EditConflictProps) {
  const t = useText()
  const [choices, setChoices] = useState<Record<string, Choice>>(() =>
    Object.fromEntries(fields.map((field) => [field.key, 'mine'])),
  )
  const choose = (key: string, choice: Choice) => setChoices((now) => ({ ...now, [key]: choice }))
  return (
    <Modal
      title={t('form.conflict')}
      subtitle={subject}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button variant="primary" onClick={() => onResolve(choices)}>
            {t('actions.save')}
          </Button>
        </>
      }
    >
      <div className="conflict">
        <p>{t('form.conflict_text', { person: person ?? t('form.somebody') })}</p>
        {fields.map((field) => (
          <fieldset key={field.key}>
            <legend>{field.label}</legend>
            <div className="conflict-two">
              {(['mine', 'theirs'] as const).map((choice) => (
                <label key={choice}>
                  <input
                    type="radio"
                    name={`conflict-${field.key}`}
                    checked={choices[field.key] === choice}
                    onChange={() => choose(field.key, choice)}
                  />
                  <span>
                    <span className="caption muted">{t(`form.${choice}`)}</span>
                    <br />
                    {field[choice] || t('form.empty_value')}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Modal>
  )
}
