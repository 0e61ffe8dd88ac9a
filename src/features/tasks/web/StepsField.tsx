import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { FieldError } from '#web/form/Field.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useText } from '#web/texts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { IconPlus, IconTrash } from '#web/ui/icons.ts'
import { maxTitleLength } from '../rules.ts'
import { newStep, type TypedStep } from './template-form.ts'
import './steps.css'

type StepsFieldProps = {
  steps: readonly TypedStep[]
  errors: Record<string, string | undefined>
  onChange: (steps: readonly TypedStep[]) => void
}

export function StepsField({ steps, errors, onChange }: StepsFieldProps) {
  const t = useText()
  const box = useRef<HTMLFieldSetElement>(null)
  const change = (at: number, some: Partial<TypedStep>) =>
    onChange(steps.map((step, place) => (place === at ? { ...step, ...some } : step)))
  /** Renders more or fewer steps and focuses one of them, or the button that adds one. */
  const redraw = (next: readonly TypedStep[], at: number) => {
    flushSync(() => onChange(next))
    const into = next.length > 0 ? `[name="step-title-${Math.min(at, next.length - 1)}"]` : '[data-add-step]'
    box.current?.querySelector<HTMLElement>(into)?.focus()
  }
  const withoutStep = (at: number) => steps.filter((_step, place) => place !== at)
  return (
    <fieldset ref={box} className="stack template-steps">
      <legend className="strong">{t('tasks.templates.steps')}</legend>
      <p className="field-hint">{t('tasks.templates.steps_hint')}</p>
      <FieldError id="steps-error" error={errors.steps} />
      {steps.map((step, at) => (
        <div
          key={at}
          className="step-row"
          role="group"
          aria-label={t('tasks.templates.step', { number: at + 1 })}
        >
          <TextField
            name={`step-title-${at}`}
            label={t('tasks.field_title')}
            required
            maxLength={maxTitleLength}
            value={step.title}
            onChange={(title) => change(at, { title })}
            error={errors[`step-title-${at}`] ?? errors[`steps.${at}.title`]}
          />
          <TextField
            name={`step-days-${at}`}
            label={t('tasks.templates.days')}
            required
            inputMode="numeric"
            value={step.days}
            onChange={(days) => change(at, { days })}
            error={errors[`step-days-${at}`] ?? errors[`steps.${at}.days`]}
          />
          <IconButton
            icon={IconTrash}
            label={t('tasks.templates.remove_step', { number: at + 1 })}
            onClick={() => redraw(withoutStep(at), at)}
          />
          <TextArea
            className="wide"
            name={`step-description-${at}`}
            label={t('tasks.description')}
            optional
            rows={2}
            value={step.description}
            onChange={(description) => change(at, { description })}
            error={errors[`steps.${at}.description`]}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={IconPlus}
          data-add-step
          onClick={() => redraw([...steps, newStep(steps)], steps.length)}
        >
          {t('tasks.templates.add_step')}
        </Button>
      </div>
    </fieldset>
  )
}
