import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { fullNameWithUsername, type User } from '#server/auth/session.ts'
import { dash } from '#shared/labels.ts'
import { text, textOf } from '#server/base/texts.ts'
import {
  canDelete,
  canEdit,
  canReopen,
  canResolve,
  groupOf,
  isOverdue,
  type TaskFacts,
  taskStatusLabel,
} from '../rules.ts'
import type { StoredTask } from './queries.ts'

export function factsOf(task: StoredTask): TaskFacts {
  return { status: task.status, created_by: task.created_by, users: task.assignees.map(({ id }) => id) }
}

/** A stored task in the API's format, with the reader's rights on it. */
export function presentTask(task: StoredTask, asked: { user: User; locale: Locale; today: Day }) {
  const { user, locale, today } = asked
  const facts = factsOf(task)
  const label = taskStatusLabel(task.status)
  return {
    id: task.id,
    slug: task.slug,
    title: task.title,
    description: task.description,
    scheduled_for: task.scheduled_for,
    users: task.assignees.map((person) => ({
      id: person.id,
      full_name_w_username: fullNameWithUsername(person),
    })),
    created_by: {
      full_name_w_username: task.creator ? fullNameWithUsername(task.creator) : text(locale, 'tasks.system'),
    },
    send_completed_mail: task.send_completed_mail,
    status: task.status,
    status_display: label ? textOf(locale, label.text) : dash,
    completed_by: task.completer ? { full_name_w_username: fullNameWithUsername(task.completer) } : null,
    completed_at: task.completed_at,
    can_resolve: canResolve(user, facts),
    can_reopen: canReopen(user, facts),
    can_edit: canEdit(user, facts),
    can_delete: canDelete(user, facts),
    has_draft: task.has_draft,
    target: {
      type: task.target_type,
      id: task.target_id,
      slug: task.target_slug,
      title: task.target_type === 'ledger' ? text(locale, 'tasks.ledger') : task.target_title,
    },
    overdue: isOverdue(task, today),
    group: groupOf(task, today),
    repeat: task.repeat,
    version: task.version,
  }
}
