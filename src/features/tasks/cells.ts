import { cellsOf } from '#shared/lists/list-cells.ts'
import type { Task, TaskTemplate } from './contract.ts'
import { shortName, taskStatusLabel } from './rules.ts'
import { taskList, taskTemplateList } from './table.ts'

export const taskCells = cellsOf<typeof taskList, Task>(taskList, {
  target: (task) => task.target.title,
  assignees: (task) => task.users.map((person) => shortName(person.full_name_w_username)).join(', '),
  created_by: (task) => shortName(task.created_by.full_name_w_username),
  status: ({ status, status_display }) => {
    const label = taskStatusLabel(status)
    return { labels: label ? [{ ...label, display: status_display }] : [] }
  },
})

export const taskTemplateCells = cellsOf<typeof taskTemplateList, TaskTemplate>(taskTemplateList, {
  steps: (template) => template.steps.map((step) => step.title).join(' · '),
})
