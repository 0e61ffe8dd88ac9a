import { showDay } from '#shared/dates.ts'
import { type Choice, type ConflictField, EditConflict } from '#web/record/EditConflict.tsx'
import { conflictingKeys } from '#web/record/merge.ts'
import { useText } from '#web/texts.ts'
import type { Task } from '../contract.ts'
import { type TaskValues, valuesOf } from './task-form.ts'

type TaskConflictProps = {
  mine: TaskValues
  basis: Task
  theirs: Task
  onResolve: (choices: Record<string, Choice>) => void
  onClose: () => void
}

/** Another person changed the same fields of the task: choose mine or theirs for each. */
export function TaskConflict({ mine, basis, theirs, onResolve, onClose }: TaskConflictProps) {
  const t = useText()
  const other = valuesOf(theirs)
  const names = new Map(theirs.users.map((person) => [String(person.id), person.full_name_w_username]))
  const people = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).join(', ')
  const yesNo = (value: boolean) => t(value ? 'tasks.yes' : 'tasks.no')
  const all: (ConflictField & { key: keyof TaskValues })[] = [
    { key: 'title', label: t('tasks.field_title'), mine: mine.title, theirs: other.title },
    { key: 'description', label: t('tasks.description'), mine: mine.description, theirs: other.description },
    {
      key: 'scheduledFor',
      label: t('tasks.due'),
      mine: showDay(mine.scheduledFor),
      theirs: showDay(other.scheduledFor),
    },
    { key: 'users', label: t('tasks.assignees'), mine: people(mine.users), theirs: people(other.users) },
    {
      key: 'send_completed_mail',
      label: t('tasks.notify'),
      mine: yesNo(mine.send_completed_mail),
      theirs: yesNo(other.send_completed_mail),
    },
    {
      key: 'repeat',
      label: t('tasks.repeat'),
      mine: t(`tasks.repeat_${mine.repeat}`),
      theirs: t(`tasks.repeat_${other.repeat}`),
    },
  ]
  const both = conflictingKeys(valuesOf(basis), mine, other)
  return (
    <EditConflict
      subject={basis.title}
      fields={all.filter(({ key }) => both.includes(key))}
      onClose={onClose}
      onResolve={onResolve}
    />
  )
}
