import { showDay } from '#shared/dates.ts'
import { type ConflictField, EditConflict } from '#web/form/EditConflict.tsx'
import { useText } from '#web/texts.ts'
import type { Task } from '../contract.ts'
import { type TaskValues, valuesOf } from './task-form.ts'

type TaskConflictProps = {
  mine: TaskValues
  theirs: Task
  onResolve: (merged: TaskValues) => void
  onClose: () => void
}

/** Somebody changed the task meanwhile: per field mine or theirs. */
export function TaskConflict({ mine, theirs, onResolve, onClose }: TaskConflictProps) {
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
  const differing = all.filter(({ key }) => JSON.stringify(mine[key]) !== JSON.stringify(other[key]))
  return (
    <EditConflict
      fields={differing}
      onClose={onClose}
      onResolve={(choices) => {
        const taken = differing.filter(({ key }) => choices[key] === 'theirs')
        onResolve({ ...mine, ...Object.fromEntries(taken.map(({ key }) => [key, other[key]])) })
      }}
    />
  )
}
