import { useEffect, useRef } from 'react'
import { FieldError } from '#web/form/Field.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useText } from '#web/texts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { IconPlus, IconTrash } from '#web/ui/icons.ts'
import { mostChoices } from '../rules.ts'

/** A choice as typed; `id` identifies its row, `key` follows the English label until it is saved. */
export type ChoiceValue = { id: string; key: string; en_US: string; du_DE: string; sie_DE: string }

type ChoicesProps = {
  value: readonly ChoiceValue[]
  onChange: (choices: readonly ChoiceValue[]) => void
  /** Keyed by `choices`, `choices.0.key` and `choices.0.labels.en_US`. */
  errors: Partial<Record<string, string>>
}

/** Choices of a field, each with a label per language. */
export function ChoicesField({ value, onChange, errors }: ChoicesProps) {
  const t = useText()
  const list = useRef<HTMLFieldSetElement>(null)
  const added = useRef(false)
  useEffect(() => {
    if (!added.current) return
    added.current = false
    list.current?.querySelector<HTMLElement>('.choice-row:last-of-type input')?.focus()
  })
  const change = (at: number, part: Partial<ChoiceValue>) =>
    onChange(value.map((choice, other) => (other === at ? withKey({ ...choice, ...part }) : choice)))
  const remove = (at: number) => {
    onChange(value.filter((_choice, other) => other !== at))
    // The button is removed with its row, so the focus moves to the button that adds one.
    list.current?.querySelector<HTMLElement>('.choice-add')?.focus()
  }
  const add = () => {
    added.current = true
    onChange([...value, { id: `new ${Date.now()}`, key: '', en_US: '', du_DE: '', sie_DE: '' }])
  }
  return (
    <fieldset className="choice-rows" ref={list}>
      <legend>{t('additional_fields.choices')}</legend>
      {errors.choices && <FieldError id="choices-error" error={errors.choices} />}
      {value.map((choice, at) => {
        const number = at + 1
        const label = (language: 'en_US' | 'du_DE' | 'sie_DE', text: string) => (
          <TextField
            name={`choices.${at}.labels.${language}`}
            label={text}
            value={choice[language]}
            error={
              errors[`choices.${at}.labels.${language}`] ??
              (language === 'en_US' ? errors[`choices.${at}.key`] : undefined)
            }
            onChange={(typed) => change(at, { [language]: typed })}
          />
        )
        return (
          <div
            key={choice.id}
            className="choice-row"
            role="group"
            aria-label={t('additional_fields.choice', { number })}
          >
            {label('en_US', t('additional_fields.choice_en', { number }))}
            {label('du_DE', t('additional_fields.choice_du', { number }))}
            {label('sie_DE', t('additional_fields.choice_sie', { number }))}
            <IconButton
              icon={IconTrash}
              label={t('actions.remove', {
                title: choice.en_US || t('additional_fields.choice', { number }),
              })}
              onClick={() => remove(at)}
            />
          </div>
        )
      })}
      {value.length < mostChoices && (
        <Button size="sm" icon={IconPlus} className="choice-add" onClick={add}>
          {t('additional_fields.add_choice')}
        </Button>
      )}
    </fieldset>
  )
}

/** Derives the key of a new choice from its English label; a saved choice keeps its key. */
function withKey(choice: ChoiceValue): ChoiceValue {
  if (choice.id === choice.key) return choice
  const letters = choice.en_US
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return { ...choice, key: (/^[a-z]/.test(letters) ? letters : `c_${letters}`).slice(0, 40) }
}
