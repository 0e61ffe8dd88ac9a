import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, dayOf, showDay } from '#shared/dates.ts'
import { DateField } from '#web/form/DateField.tsx'
import { MultiSelectField, SelectField } from '#web/form/SelectField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import type { ListHandle } from '#web/table/state/types.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { maxTitleLength } from '#features/tasks/rules.ts'
import { staffChoices, templateChoices } from '#features/tasks/web/data.ts'
import { BulkAct } from './BulkAct.tsx'

const reviewer = 'reviewer'
const offered = [0, 7, 14] as const
const usual = 7
const anyTitle = '-'

/**
 * Creates a task, or a template's steps, for each of many projects; assigns each project's reviewer unless others are chosen.
 */
export function BulkTask({ list, onClose }: { list: ListHandle; onClose: () => void }) {
  const t = useText()
  const templates = useQuery({ ...templateChoices, retry: false })
  const staff = useQuery(staffChoices)
  const [today] = useState(() => dayOf(new Date()))
  const [template, setTemplate] = useState('')
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [due, setDue] = useState<string>(() => addDays(today, usual))
  const [people, setPeople] = useState<readonly string[]>([reviewer])
  const chosen = templates.data?.results.find((one) => String(one.id) === template)
  const whose = {
    users: people.filter((person) => person !== reviewer).map(Number),
    to_reviewer: people.includes(reviewer),
  }
  const what = chosen ? { template: chosen.id } : { title: title.trim(), description }
  const steps = chosen && chosen.steps.length > 0 ? chosen.steps : undefined
  const each = steps?.length ?? 1
  const isWhole = (chosen !== undefined || title.trim() !== '') && people.length > 0 && due !== ''
  // The effect depends on the template's steps and the people, not on the text.
  const counting = people.length > 0 && {
    ...(chosen ? { template: chosen.id } : { title: anyTitle }),
    scheduled_for: addDays(today, usual),
    ...whose,
  }
  return (
    <BulkAct
      list={list}
      action="task"
      title={(count) => t('bulk.task_title', { count })}
      input={isWhole ? { ...what, scheduled_for: due, ...whose } : undefined}
      asked={counting || undefined}
      submit={(count) => t('bulk.add_tasks', { count: count === undefined ? '–' : count * each })}
      unit={t('bulk.open_tasks')}
      dirty={title.trim() !== '' || description.trim() !== ''}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectField
            name="template"
            label={t('tasks.choose_template')}
            value={template}
            onChange={setTemplate}
            options={[
              { value: '', label: t('form.blank_option') },
              ...(templates.data?.results ?? []).map((one) => ({ value: String(one.id), label: one.title })),
            ]}
          />
          {steps && (
            <div className="small">
              <p>{t('bulk.steps', { count: steps.length })}</p>
              <ol className="bulk-steps">
                {steps.map((step, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- steps have no other key
                  <li key={at}>
                    {step.title}{' '}
                    <span className="muted figures">{showDay(addDays(due || today, step.days))}</span>
                  </li>
                ))}
              </ol>
            </div>
          )}
          {!chosen && (
            <>
              <TextField
                name="title"
                label={t('tasks.field_title')}
                required
                value={title}
                onChange={setTitle}
                maxLength={maxTitleLength}
                error={errors.title}
              />
              <TextArea
                name="description"
                label={t('tasks.description')}
                optional
                rows={2}
                value={description}
                onChange={setDescription}
                error={errors.description}
              />
            </>
          )}
          <div className="bulk-due">
            <DateField
              name="scheduled_for"
              label={t('tasks.due')}
              required
              min={today}
              value={due}
              onChange={setDue}
              error={errors.scheduled_for}
            />
            <span className="row" role="group" aria-label={t('tasks.due')}>
              {offered.map((days) => (
                <Button
                  key={days}
                  size="sm"
                  aria-pressed={due === addDays(today, days)}
                  onClick={() => setDue(addDays(today, days))}
                >
                  {days === 0 ? t('bulk.due_today') : `+${days}`}
                </Button>
              ))}
            </span>
          </div>
          <MultiSelectField
            name="users"
            label={t('tasks.assignees')}
            required
            placeholder={t('tasks.choose_staff')}
            value={people}
            onChange={setPeople}
            options={[
              { value: reviewer, label: t('bulk.to_reviewer') },
              ...(staff.data ?? []).map((person) => ({
                value: String(person.id),
                label: person.full_name_w_username,
              })),
            ]}
            loading={staff.isPending}
            error={errors.users ?? (people.length === 0 ? t('tasks.users_required') : undefined)}
          />
        </>
      )}
    </BulkAct>
  )
}
