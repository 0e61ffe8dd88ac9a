import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { addDays, type Day, dayOf } from '#shared/dates.ts'
import { ApiError } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { DateField } from '#web/form/DateField.tsx'
import { conflictingRow } from '#web/form/errors.ts'
import { conflictingKeys, merged } from '#web/record/merge.ts'
import { MultiSelectField, SelectField } from '#web/form/SelectField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
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
  hasFieldErrors,
  sendTask,
  type TaskValues,
  notifySaveFailure,
  validateTask,
  valuesOf,
} from './task-form.ts'
import { TaskConflict } from './TaskConflict.tsx'
import { TemplateSteps } from './TemplateSteps.tsx'
import { WriteDraft } from './WriteDraft.tsx'

type TaskFormProps = {
  target: TaskTarget
  task?: Task
  onDirty: (dirty: boolean) => void
  onSaved: (tasks: readonly Task[]) => void
  onCancel: () => void
}

/** Creates or edits a task. Typed text survives every failure. */
export function TaskForm({ target, task, onDirty, onSaved, onCancel }: TaskFormProps) {
  const t = useText()
  const profile = useProfile()
  const templates = useQuery({ ...templateChoices, retry: false })
  const staff = useQuery(staffChoices)
  const keyFor = useIdempotencyKey()
  const blank = blankTask(profile)
  const [today] = useState(() => dayOf(new Date()))
  const [conflict, setConflict] = useState<{ mine: TaskValues; basis: Task; theirs: Task }>()
  const [replacing, setReplacing] = useState<{ template: string }>()
  // Values filled in by a template; text that differs from them is the person's own.
  const [filled, setFilled] = useState(() => (task ? valuesOf(task) : blank))

  const save = async (values: TaskValues, basis = task, attempts = 3): Promise<void> => {
    try {
      const row = await sendTask(values, target, { basis, keyFor })
      notify({ tone: 'success', title: t(task ? 'tasks.saved' : 'tasks.added'), message: row.title })
      onSaved([row])
    } catch (error) {
      const theirs = conflictingRow<Task>(error)
      if (theirs && basis) return settle(values, basis, theirs, attempts)
      if (hasFieldErrors(error)) throw error
      notifySaveFailure(error, t)
    }
  }
  /** Merges changes to different fields; the person chooses for fields that both changed. */
  const settle = async (mine: TaskValues, basis: Task, theirs: Task, attempts: number) => {
    const [base, other] = [valuesOf(basis), valuesOf(theirs)]
    if (conflictingKeys(base, mine, other).length > 0 || attempts === 0)
      return setConflict({ mine, basis, theirs })
    const joined = merged(base, mine, other)
    form.setMany(joined)
    await save(joined, theirs, attempts - 1)
  }
  const form = useForm<TaskValues>({
    initial: task ? valuesOf(task) : blank,
    validate: (values) => validateTask(values, t),
    onSubmit: (values) => save(values),
    serverNames: { scheduled_for: 'scheduledFor', start: 'scheduledFor' },
  })
  const { values } = form
  const editing = task !== undefined
  const reportDirty = useEffectEvent(onDirty)
  // In a layout effect, so that an Escape right after typing asks as well.
  useLayoutEffect(() => reportDirty(form.dirty), [form.dirty])
  const { ref: element } = form.props
  useEffect(() => {
    // The clicked row may lie far below the form; the modal focuses a new form.
    if (editing) element.current?.querySelector<HTMLElement>('[name="title"]')?.focus()
  }, [editing, element])

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
            {...(templates.error && {
              hint: <LoadFailure error={templates.error} onRetry={() => void templates.refetch()} />,
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
          <div className="due-field">
            <DueChips
              today={today}
              value={values.scheduledFor}
              onPick={(day) => form.set('scheduledFor', day)}
            />
            <DateField
              {...form.field('scheduledFor')}
              label={t('tasks.due')}
              required
              {...(!task && { min: today })}
            />
          </div>
          <MultiSelectField
            {...form.field('users')}
            label={t('tasks.assignees')}
            required
            placeholder={t('tasks.choose_staff')}
            options={staffOptions(staff.data, task?.users ?? (profile ? [asPerson(profile)] : []))}
            loading={staff.isPending}
            {...(staff.error && {
              hint: <LoadFailure error={staff.error} onRetry={() => void staff.refetch()} />,
            })}
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
        {task && <WriteDraft task={task} />}
        {!task && (
          <span className="caption muted task-note">
            <IconMail size={14} stroke={1.8} aria-hidden />
            {t('tasks.mail_note')}
          </span>
        )}
        <span className="caption muted task-required">{t('form.required_hint')}</span>
      </div>
      {replacing && (
        <ReplaceText onKeep={() => setReplacing(undefined)} onReplace={() => fill(replacing.template)} />
      )}
      {conflict && (
        <TaskConflict
          {...conflict}
          onClose={() => setConflict(undefined)}
          onResolve={(choices) => {
            const { mine, basis, theirs } = conflict
            const joined = merged(valuesOf(basis), mine, valuesOf(theirs), choices)
            setConflict(undefined)
            form.setMany(joined)
            save(joined, theirs).catch(form.setServerErrors)
          }}
        />
      )}
    </form>
  )
}

type DueChipsProps = { today: Day; value: string; onPick: (day: Day) => void }

/** The two most frequent due days. They precede the field, so that Tab leads from it to the next field. */
function DueChips({ today, value, onPick }: DueChipsProps) {
  const t = useText()
  const days = [
    [today, t('tasks.chips.today')],
    [addDays(today, 7), t('tasks.chips.week')],
  ] as const
  return (
    <div className="due-chips" role="group" aria-label={t('tasks.chips.label')}>
      {days.map(([day, text]) => (
        <button
          key={day}
          type="button"
          className="due-chip"
          aria-pressed={value === day}
          onClick={() => onPick(day)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

/** Options that failed to load: the server's reason (spec §8) and a retry. */
function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText()
  if (error instanceof ApiError && error.status === 403 && error.body.permission)
    return t('states.part_not_allowed', { name: error.body.permission })
  return (
    <>
      {error instanceof ApiError && error.message ? error.message : t('states.no_answer')}{' '}
      <Button variant="quiet" size="sm" onClick={onRetry}>
        {t('actions.try_again')}
      </Button>
    </>
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

const asPerson = ({
  id,
  full_name,
  username,
}: {
  id: number
  full_name: string
  username: string
}): Person => ({
  id,
  full_name_w_username: full_name && full_name !== username ? `${full_name} (${username})` : username,
})

/** Staff as options, plus chosen assignees who are inactive or could not be loaded. */
function staffOptions(staff: readonly Person[] | undefined, chosen: readonly Person[]) {
  const all = new Map([...chosen, ...(staff ?? [])].map((person) => [person.id, person]))
  return [...all.values()].map((person) => ({
    value: String(person.id),
    label: person.full_name_w_username,
  }))
}
