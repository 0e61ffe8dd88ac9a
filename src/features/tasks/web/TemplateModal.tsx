import { useId, useState } from 'react'
import { api, invalidate, newIdempotencyKey } from '#web/api.ts'
import { conflictingRow, fieldErrors } from '#web/form/errors.ts'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { type Translate, useText } from '#web/texts.ts'
import { AskDiscard, Modal } from '#web/ui/Modal.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { IconPlus, IconTrash } from '#web/ui/icons.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { TaskTemplate } from '../contract.ts'
import { maxTitleLength } from '../rules.ts'
import './tasks.css'

/** `days` as typed. */
type Step = { title: string; description: string; days: string }
type Values = { title: string; description: string; steps: readonly Step[] }

const longest = 3650
const blank: Values = { title: '', description: '', steps: [] }

const valuesOf = (template: TaskTemplate): Values => ({
  title: template.title,
  description: template.description,
  steps: template.steps.map((step) => ({ ...step, days: String(step.days) })),
})

const titleError = (title: string, t: Translate) =>
  title.trim() === ''
    ? t('tasks.title_required')
    : title.trim().length > maxTitleLength
      ? t('tasks.title_too_long')
      : ''
const daysError = (days: string, t: Translate) =>
  /^\d{1,4}$/.test(days.trim()) && Number(days) <= longest ? '' : t('tasks.templates.days_invalid')

type TemplateModalProps = { template?: TaskTemplate; onClose: () => void }

/** Creates or edits a task template and its steps. */
export function TemplateModal({ template, onClose }: TemplateModalProps) {
  const t = useText()
  const formId = useId()
  const [key] = useState(newIdempotencyKey)
  const [asking, setAsking] = useState(false)
  const [tried, setTried] = useState(false)
  const [theirs, setTheirs] = useState<TaskTemplate>()
  const save = async (values: Values) => {
    const body = {
      title: values.title.trim(),
      description: values.description,
      steps: values.steps.map((step) => ({ ...step, title: step.title.trim(), days: Number(step.days) })),
    }
    const version = theirs?.version ?? template?.version
    if (template)
      await api('PATCH /api/v4/reminders/templates/:id/', {
        params: { id: template.id },
        body: { ...body, version: version! },
      })
    else await api('POST /api/v4/reminders/templates/', { body, idempotencyKey: key })
    notify({ tone: 'success', title: t('tasks.templates.saved'), message: body.title })
    onClose()
    await invalidate('GET /api/v4/reminders/templates/')
  }
  const form = useForm<Values>({
    initial: template ? valuesOf(template) : blank,
    validate: (values) => ({
      title: titleError(values.title, t),
      steps: values.steps.some((step) => titleError(step.title, t) || daysError(step.days, t)) ? ' ' : '',
    }),
    onSubmit: async (values) => {
      try {
        await save(values)
      } catch (error) {
        const current = conflictingRow<TaskTemplate>(error)
        if (current) setTheirs(current)
        if (Object.keys(fieldErrors(error)).length > 0) throw error
        notify({ tone: 'danger', title: t('tasks.templates.save_failed'), message: explain(error, t) })
      }
    },
  })
  const { steps } = form.values
  const change = (at: number, some: Partial<Step>) =>
    form.set(
      'steps',
      steps.map((step, place) => (place === at ? { ...step, ...some } : step)),
    )
  const title = t(template ? 'tasks.templates.edit' : 'tasks.templates.create')
  return (
    <Modal
      title={title}
      size="md"
      dirty={form.dirty}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => (form.dirty ? setAsking(true) : onClose())}>{t('actions.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={form.submitting}
            onClick={() => setTried(true)}
          >
            {t('actions.save')}
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="stack">
        <TextField
          {...form.field('title')}
          label={t('tasks.field_title')}
          required
          maxLength={maxTitleLength}
        />
        <TextArea {...form.field('description')} label={t('tasks.description')} optional />
        <fieldset className="stack">
          <legend className="strong">{t('tasks.templates.steps')}</legend>
          <p className="field-hint">{t('tasks.templates.steps_hint')}</p>
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
                onChange={(next) => change(at, { title: next })}
                error={tried ? titleError(step.title, t) : ''}
              />
              <TextField
                name={`step-days-${at}`}
                label={t('tasks.templates.days')}
                required
                inputMode="numeric"
                value={step.days}
                onChange={(days) => change(at, { days })}
                error={tried ? daysError(step.days, t) : ''}
              />
              <IconButton
                icon={IconTrash}
                label={t('tasks.templates.remove_step', { number: at + 1 })}
                onClick={() =>
                  form.set(
                    'steps',
                    steps.filter((_step, place) => place !== at),
                  )
                }
              />
              <TextArea
                className="wide"
                name={`step-description-${at}`}
                label={t('tasks.description')}
                optional
                rows={2}
                value={step.description}
                onChange={(description) => change(at, { description })}
              />
            </div>
          ))}
          <div>
            <Button
              size="sm"
              icon={IconPlus}
              onClick={() =>
                form.set('steps', [...steps, { title: '', description: '', days: nextDays(steps) }])
              }
            >
              {t('tasks.templates.add_step')}
            </Button>
          </div>
        </fieldset>
      </form>
      {asking && <AskDiscard onKeep={() => setAsking(false)} onDiscard={onClose} />}
    </Modal>
  )
}

/** A new step starts on the day of the one before. */
const nextDays = (steps: readonly Step[]) => steps.at(-1)?.days ?? '0'
