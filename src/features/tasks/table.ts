import type { ListDeclaration } from '#shared/list-declaration.ts'

/** Tasks over all targets. Ordering `status` shows open ones by due date and done ones last (design §8). */
export const taskList = {
  table: 'tasks',
  filters: {
    status: ['open', 'done'],
    due: ['overdue', 'today', 'week'],
    assignee: ['me'],
    target_type: ['project', 'organization'],
  },
  accepted: { status: ['1', '2'] },
  ordering: ['status', 'scheduled_for', 'title', 'target', 'created_at'],
  defaultOrdering: 'status',
} as const satisfies ListDeclaration

/** Task templates, by title. */
export const taskTemplateList = {
  table: 'task_templates',
  filters: {},
  ordering: ['title', 'created_at'],
  defaultOrdering: 'title',
} as const satisfies ListDeclaration
