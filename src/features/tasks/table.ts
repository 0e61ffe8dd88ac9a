import { defineList } from '#shared/lists/list-record.ts'

/** Tasks of all targets. Ordering `status` puts open ones first by due date and done ones last (design §8). */
export const taskList = defineList({
  table: 'tasks',
  defaultOrdering: 'status',
  opensWith: { status: ['open'] },
  columns: {
    title: { heading: 'tasks.column_task', kind: 'text', ordering: 'title_sort', names: 'title' },
    scheduled_for: {
      heading: 'tasks.due',
      kind: 'day',
      ordering: 'scheduled_for',
      filter: {
        name: 'due',
        values: { overdue: 'tasks.due_overdue', today: 'tasks.due_today', week: 'tasks.due_week' },
      },
      width: 116,
    },
    target: {
      heading: 'tasks.column_target',
      kind: 'text',
      ordering: 'target_sort',
      filter: {
        name: 'target_type',
        values: {
          project: 'tasks.project',
          organization: 'tasks.organization',
          ledger: 'tasks.ledger',
        },
      },
      width: 180,
      grow: true,
    },
    assignees: { heading: 'tasks.assignees', kind: 'text', width: 160, grow: true },
    created_by: { heading: 'tasks.created_by', kind: 'text', yields: true, card: false },
    status: {
      heading: 'columns.status',
      kind: 'text',
      ordering: 'computed',
      filter: {
        values: { open: 'tasks.open', done: 'tasks.done' },
        also: { 1: 'tasks.open', 2: 'tasks.done' },
      },
    },
  },
  otherFilters: { assignee: { heading: 'tasks.assignees', values: { me: 'tasks.mine' } } },
  otherOrderings: { created_at: { heading: 'columns.created_at', ordering: 'created_at' } },
})

export const taskTemplateList = defineList({
  table: 'task_templates',
  defaultOrdering: 'title',
  columns: {
    title: { heading: 'tasks.templates.column', kind: 'text', ordering: 'title_sort', names: 'title' },
    description: { heading: 'tasks.description', kind: 'text', width: 260, grow: true },
    steps: { heading: 'tasks.templates.steps', kind: 'text', width: 220, grow: true },
  },
  otherOrderings: { created_at: { heading: 'columns.created_at', ordering: 'created_at' } },
})
