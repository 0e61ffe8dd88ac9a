import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { dayOf } from '#shared/dates.ts'
import { newIdempotencyKey } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { DateField } from '#web/form/DateField.tsx'
import { conflictingRow } from '#web/form/errors.ts'
import { MultiSelectField, SelectField } from '#web/form/SelectField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useProfile } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconMail } from '#web/ui/icons.ts'
import { notify } from '#web/ui/toasts.ts'
import type { Task, TaskTemplate } from '../contract.ts'
import { maxTitleLength, type Repeat, repeats } from '../rules.ts'
import { staffChoices, templateChoices } from './data.ts'
import type { TaskTarget } from './open.ts'
import { ReplaceText } from './ReplaceText.tsx'
import {
  blankTask,
  isForFields,
  sendTask,
  type TaskValues,
  tellSaveFailure,
  validateTask,
  valuesOf,
} from './task-form.ts'
import { TaskConflict } from './TaskConflict.tsx'
import { TemplateSteps } from './TemplateSteps.tsx'

type TaskFormProps = {
  target: TaskTarget
  /** The task to edit; a new one without. */
  task?: Task
  onDirty: (dirty: boolean) => void
  onSaved: (tasks: readonly Task[]) => void
  onCancel: () => void
}

/** Creates or edits a task. What was typed survives every failure. */
export function TaskForm({ target, task, onDirty, onSaved, onCancel }: TaskFormProps) {
  const t = useText()
  const profile = useProfile()
  const templates = useQuery({ ...templateChoices, retry: false })
  const staff = useQuery(staffChoices)
  // Kept until the server has answered: a call whose answer got lost can be repeated without a second task.
  const [key, setKey] = useState(newIdempotencyKey)
  const [today] = useState(() => dayOf(new Date()))
  const [theirs, setTheirs] = useState<Task>()
  const [replacing, setReplacing] = useState<{ template: string }>()
  // What a template has filled; text that differs from it is the person's own.
  const [filled, setFilled] = useState(() => (task ? valuesOf(task) : blankTask))

  const save = async (values: TaskValues, version = task?.version) => {
    try {
      const row = await sendTask(values, target, { task, version, key })
      notify({ tone: 'success', title: t(task ? 'tasks.saved' : 'tasks.added'), message: row.title })
      onSaved([row])
    } catch (error) {
      const current = conflictingRow<Task>(error)
      if (current) return setTheirs(current)
      if (isForFields(error)) throw error
      tellSaveFailure(error, t)
    } finally {
      setKey(newIdempotencyKey)
    }
  }
  const form = useForm<TaskValues>({
    initial: task ? valuesOf(task) : blankTask,
    validate: (values) => validateTask(values, t),
    onSubmit: (values) => save(values),
    serverNames: { scheduled_for: 'scheduledFor', start: 'scheduledFor' },
  })
  const { values } = form
  const tellDirty = useEffectEvent(onDirty)
  useEffect(() => tellDirty(form.dirty), [form.dirty])

  const chosen = templates.data?.results.find((template) => String(template.id) === values.template)
  const fill = (picked: string) => {
    const template = templates.data?.results.find((one) => String(one.id) === picked)
    const text = { title: template?.title ?? '', description: template?.description ?? '' }
    form.setMany({ template: picked, ...text })
    setFilled({ ...filled, ...text })
    setReplacing(undefined)
  }
  const edited = values.title !== filled.title || values.description !== filled.description
  const pick = (picked: string) => {
    if (picked === values.template) return
    if (edited && (values.title !== '' || values.description !== '')) setReplacing({ template: picked })
    else fill(picked)
  }
  const own = !task || isNamed(task.created_by.full_name_w_username, profile?.username)
  return (
    <form
      {...form.props}
      className="task-panel"
      aria-label={t(task ? 'tasks.edit_title' : 'tasks.new_title')}
    >
      <div className="task-fields">
        <div className="stack">
          <SelectField
            {...form.field('template')}
            label={t('tasks.choose_template')}
            options={templateOptions(templates.data?.results, t('form.blank_option'))}
            onChange={pick}
            {...(templates.isError && {
              hint: t('states.part_not_allowed', { name: 'view_reminder_templates' }),
            })}
          />
          <TextField
            {...form.field('title')}
            label={t('tasks.field_title')}
            required
            maxLength={maxTitleLength}
          />
          <TextArea {...form.field('description')} label={t('tasks.description')} optional rows={5} />
        </div>
        <div className="stack">
          <DateField
            {...form.field('scheduledFor')}
            label={t('tasks.due')}
            required
            {...(!task && { min: today })}
          />
          <MultiSelectField
            {...form.field('users')}
            label={t('tasks.assignees')}
            required
            placeholder={t('tasks.choose_staff')}
            options={staffOptions(staff.data, task)}
            loading={staff.isPending}
            {...(staff.isError && { hint: t('states.try_again') })}
          />
          <CheckboxField
            {...form.field('send_completed_mail')}
            label={t('tasks.notify')}
            subtitle={t(own ? 'tasks.notify_hint' : 'tasks.notify_creator_hint')}
          />
          <SelectField
            {...form.field('repeat')}
            label={t('tasks.repeat')}
            options={repeats.map((repeat) => ({ value: repeat, label: t(`tasks.repeat_${repeat}`) }))}
            onChange={(repeat) => form.set('repeat', repeat as Repeat)}
          />
        </div>
      </div>
      {!task && chosen && chosen.steps.length > 0 && (
        <TemplateSteps
          template={chosen}
          values={values}
          target={target}
          onAdded={onSaved}
          onRefused={form.setServerErrors}
        />
      )}
      <div className="row task-buttons">
        <Button type="submit" variant="primary" loading={form.submitting}>
          {t(task ? 'actions.save' : 'tasks.add')}
        </Button>
        <Button onClick={onCancel}>{t('actions.cancel')}</Button>
        {!task && (
          <span className="caption muted task-note">
            <IconMail size={14} stroke={1.8} aria-hidden />
            {t('tasks.mail_note')}
          </span>
        )}
      </div>
      {replacing && (
        <ReplaceText onKeep={() => setReplacing(undefined)} onReplace={() => fill(replacing.template)} />
      )}
      {theirs && task && (
        <TaskConflict
          mine={values}
          theirs={theirs}
          onClose={() => setTheirs(undefined)}
          onResolve={(merged) => {
            setTheirs(undefined)
            form.setMany(merged)
            void save(merged, theirs.version)
          }}
        />
      )}
    </form>
  )
}

function templateOptions(templates: readonly TaskTemplate[] | undefined, blank: string) {
  return [
    { value: '', label: blank },
    ...(templates ?? []).map((template) => ({ value: String(template.id), label: template.title })),
  ]
}

/** True when a full name with user name is this user's. */
const isNamed = (name: string, username: string | undefined) =>
  username !== undefined && (name === username || name.endsWith(` (${username})`))

type Person = { id: number; full_name_w_username: string }

/** Staff to choose from, and who already is an assignee though no longer active. */
function staffOptions(staff: readonly Person[] | undefined, task: Task | undefined) {
  const all = new Map([...(task?.users ?? []), ...(staff ?? [])].map((person) => [person.id, person]))
  return [...all.values()].map((person) => ({
    value: String(person.id),
    label: person.full_name_w_username,
  }))
}
