import { useId, useState } from 'react'
import { api } from '#web/api.ts'
import { conflictingRow, fieldErrors } from '#web/form/errors.ts'
import { conflictingKeys, merged } from '#web/record/merge.ts'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { TaskTemplate } from '../contract.ts'
import { maxTitleLength } from '../rules.ts'
import { StepsField } from './StepsField.tsx'
import {
  blankTemplate,
  templateBodyOf,
  type TemplateValues,
  templateValuesOf,
  validateTemplate,
} from './template-form.ts'
import { TemplateConflict } from './TemplateConflict.tsx'

type TemplateModalProps = { template?: TaskTemplate; onClose: () => void }
type Conflict = { mine: TemplateValues; basis: TaskTemplate; theirs: TaskTemplate }

export function TemplateModal({ template, onClose }: TemplateModalProps) {
  const t = useText()
  const formId = useId()
  const keyFor = useIdempotencyKey()
  const [conflict, setConflict] = useState<Conflict>()

  const send = async (values: TemplateValues, basis: TaskTemplate | undefined) => {
    const body = templateBodyOf(values)
    if (basis)
      await api('PATCH /api/v4/reminders/templates/:id/', {
        params: { id: basis.id },
        body: { ...body, version: basis.version },
      })
    else await api('POST /api/v4/reminders/templates/', { body, idempotencyKey: keyFor(body) })
    notify({ tone: 'success', title: t('tasks.templates.saved'), message: body.title })
    onClose()
    await refreshed()
  }
  const save = async (values: TemplateValues, basis = template, attempts = 3): Promise<void> => {
    try {
      await send(values, basis)
    } catch (error) {
      const theirs = conflictingRow<TaskTemplate>(error)
      if (theirs && basis) return settle({ mine: values, basis, theirs }, attempts)
      if (Object.keys(fieldErrors(error)).length > 0) throw error
      notify({ tone: 'danger', title: t('tasks.templates.save_failed'), message: explain(error, t) })
    }
  }
  /** Merges changes to different fields; the person chooses for fields that both changed. */
  const settle = async ({ mine, basis, theirs }: Conflict, attempts: number) => {
    const [base, other] = [templateValuesOf(basis), templateValuesOf(theirs)]
    if (conflictingKeys(base, mine, other).length > 0 || attempts === 0)
      return setConflict({ mine, basis, theirs })
    const joined = merged(base, mine, other)
    form.setMany(joined)
    await save(joined, theirs, attempts - 1)
  }
  const form = useForm<TemplateValues>({
    initial: template ? templateValuesOf(template) : blankTemplate,
    validate: (values) => validateTemplate(values, t),
    onSubmit: (values) => save(values),
  })
  return (
    <Modal
      title={t(template ? 'tasks.templates.edit' : 'tasks.templates.create')}
      subtitle={template?.title}
      size="md"
      dirty={form.dirty}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.submitting}>
            {t('actions.save')}
          </Button>
        </>
      )}
    >
      <form {...form.props} id={formId} className="stack">
        <p className="small muted">{t('form.required_hint')}</p>
        <TextField
          {...form.field('title')}
          label={t('tasks.field_title')}
          required
          maxLength={maxTitleLength}
        />
        <TextArea {...form.field('description')} label={t('tasks.description')} optional />
        <StepsField
          steps={form.values.steps}
          errors={form.errors}
          onChange={(steps) => form.set('steps', steps)}
        />
      </form>
      {conflict && (
        <TemplateConflict
          {...conflict}
          onClose={() => setConflict(undefined)}
          onResolve={(choices) => {
            const { mine, basis, theirs } = conflict
            const joined = merged(templateValuesOf(basis), mine, templateValuesOf(theirs), choices)
            setConflict(undefined)
            form.setMany(joined)
            save(joined, theirs).catch(form.setServerErrors)
          }}
        />
      )}
    </Modal>
  )
}
