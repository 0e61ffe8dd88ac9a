import { z } from 'zod'
import { listQuery, pageOf } from '#shared/lists/list.ts'
import { locales } from '#shared/messages.ts'
import { route } from '#shared/route.ts'
import { chosenRows } from '#shared/lists/selection.ts'
import {
  byId,
  bySlug,
  DayShape,
  EmailAddress,
  Instant,
  line,
  paragraph,
  slugList,
  Version,
  wholeNumber,
} from '#shared/shapes.ts'
import { maxTitleLength, mostSnoozeDays, repeats, targetTypes, taskGroups } from './rules.ts'
import { taskList, taskTemplateList } from './table.ts'

const Person = z.object({ id: z.int(), full_name_w_username: z.string() })

/** A task, "reminder" on the wire (spec §3). The flags depend on the reader. */
export const Task = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    scheduled_for: z.string(),
    users: z.array(Person),
    created_by: z.object({ full_name_w_username: z.string() }),
    send_completed_mail: z.boolean(),
    status: z.int(),
    status_display: z.string(),
    completed_by: z.object({ full_name_w_username: z.string() }).nullable(),
    completed_at: Instant.nullable(),
    can_resolve: z.boolean(),
    can_reopen: z.boolean(),
    can_edit: z.boolean(),
    can_delete: z.boolean(),
    /** The task has a drafted e-mail to review and send. */
    has_draft: z.boolean(),
    target: z.object({ type: z.enum(targetTypes), id: z.int(), slug: z.string(), title: z.string() }),
    overdue: z.boolean(),
    /** Group in a list by due day: open ones overdue, today, this week (until Sunday) or later; done. */
    group: z.enum(taskGroups),
    repeat: z.enum(repeats),
    version: z.int(),
  })
  .meta({ id: 'Task' })
export type Task = z.infer<typeof Task>

const title = z
  .string('tasks.title_required')
  .trim()
  .min(1, 'tasks.title_required')
  .max(maxTitleLength, 'tasks.title_too_long')
  .refine((text) => !/[\r\n]/.test(text), 'validation.invalid')
const dueDay = z.string('tasks.due_required').min(1, 'tasks.due_required').pipe(DayShape)
// Messages belong to the field, not to one of its entries, so the entries are checked as a whole.
const users = z
  .array(z.unknown(), 'tasks.users_required')
  .min(1, 'tasks.users_required')
  .max(100)
  .refine((ids) => ids.every((id) => Number.isSafeInteger(id) && (id as number) > 0), 'tasks.users_unknown')
  .meta({ items: { type: 'integer' } })
  .transform((ids) => [...new Set(ids as number[])])
const description = paragraph(5000)

const id = z.int('validation.integer').min(1)
const targetType = z.enum(targetTypes)
/** The specification spells these in camelCase; snake_case is accepted as well (product.md §2). */
const target = {
  targetId: id.optional(),
  target_id: id.optional(),
  targetType: targetType.optional(),
  target_type: targetType.optional(),
}
type TargetFields = { [K in 'targetId' | 'target_id']?: number | undefined } & {
  [K in 'targetType' | 'target_type']?: (typeof targetTypes)[number] | undefined
}
/** A body with both spellings must give the same value. */
const sameInBothSpellings = (body: TargetFields, context: z.core.$RefinementCtx) => {
  const differ = (a: unknown, b: unknown) => a !== undefined && b !== undefined && a !== b
  const refuse = (path: string) =>
    context.addIssue({ code: 'custom', path: [path], message: 'validation.invalid' })
  if (differ(body.targetId, body.target_id)) refuse('target_id')
  if (differ(body.targetType, body.target_type)) refuse('target_type')
}
const hasTarget = (body: TargetFields, context: z.core.$RefinementCtx) => {
  const missing = (path: string) =>
    context.addIssue({ code: 'custom', path: [path], message: 'validation.required' })
  if (body.targetId === undefined && body.target_id === undefined) missing('targetId')
  if (body.targetType === undefined && body.target_type === undefined) missing('targetType')
  sameInBothSpellings(body, context)
}

const NewTask = z
  .strictObject({
    title,
    description: description.default(''),
    scheduled_for: dueDay,
    users,
    send_completed_mail: z.boolean().default(true),
    repeat: z.enum(repeats).default('none'),
    ...target,
  })
  .superRefine(hasTarget)

// A save repeats the whole payload (spec §7), with the target it was created for; the version is taken when it is sent.
const TaskChange = z
  .strictObject({
    title,
    description,
    scheduled_for: dueDay,
    users,
    send_completed_mail: z.boolean(),
    repeat: z.enum(repeats),
  })
  .partial()
  .extend({ ...target, version: Version.optional() })
  .superRefine(sameInBothSpellings)

const Refused = z.object({ slug: z.string(), title: z.string(), code: z.string() })

const Step = z.strictObject({
  title,
  description: description.default(''),
  /** Days after the start. */
  days: z.int('validation.integer').min(0, 'validation.too_small').max(3650, 'validation.too_big'),
})
export type TemplateStep = z.output<typeof Step>

export const TaskTemplate = z
  .object({
    id: z.int(),
    title: z.string(),
    description: z.string(),
    steps: z.array(z.object({ title: z.string(), description: z.string(), days: z.int() })),
    version: z.int(),
  })
  .meta({ id: 'TaskTemplate' })
export type TaskTemplate = z.infer<typeof TaskTemplate>

const templateFields = {
  title,
  description: description.default(''),
  steps: z.array(Step).max(50).default([]),
}
const queryId = wholeNumber(1, Number.MAX_SAFE_INTEGER)

const taskQuery = listQuery(taskList, {
  target_id: queryId.optional(),
  targetId: queryId.optional(),
  targetType: targetType.optional(),
  /** One person's tasks; `assignee=me` returns the caller's own. */
  assignee_id: queryId.optional(),
  date_from: DayShape.optional(),
  date_to: DayShape.optional(),
})

const DraftedMail = z
  .object({
    /** The organization that the mail is for. */
    id: z.int(),
    title: z.string(),
    /** The organization's current address; empty if there is none. */
    email: z.string(),
    language: z.enum(locales),
    subject: z.string(),
    text: z.string(),
    /** When the mail was last sent, and to which address. */
    sent: z.object({ at: Instant, email: z.string() }).nullable(),
  })
  .meta({ id: 'DraftedMail' })
export type DraftedMail = z.infer<typeof DraftedMail>

/** New due day of snoozed tasks: a day, or days after today or the due day, whichever is later. */
const newDueDay = {
  scheduled_for: dueDay.optional(),
  days: z
    .int('validation.integer')
    .min(1, 'validation.too_small')
    .max(mostSnoozeDays, 'validation.too_big')
    .optional(),
}
const Chosen = chosenRows('slugs', slugList, taskQuery)
const PutOffBody = Chosen.safeExtend(newDueDay).superRefine((body, context) => {
  const given = [body.scheduled_for, body.days].filter((value) => value !== undefined).length
  if (given === 0)
    context.addIssue({ code: 'custom', path: ['scheduled_for'], message: 'validation.required' })
  if (given === 2) context.addIssue({ code: 'custom', path: ['days'], message: 'validation.invalid' })
})
const Moved = z.object({ slug: z.string(), title: z.string(), scheduled_for: z.string() })

export const tasks = {
  list: route({
    method: 'GET',
    path: '/api/v4/reminders/',
    shows: ['task'],
    access: 'view_reminders',
    summary: 'List the tasks of one target or all tasks, with search, filters, ordering and paging',
    compressed: true,
    query: taskQuery,
    response: pageOf(Task),
  }),
  create: route({
    method: 'POST',
    path: '/api/v4/reminders/',
    changes: ['task', 'email'],
    access: 'change_reminders',
    orAccess: 'create_reminders',
    summary: 'Create a task; its assignees are mailed now and on the due day',
    body: NewTask,
    response: Task,
    status: 201,
    location: '/api/v4/reminders/{slug}/',
    idempotent: true,
  }),
  summary: route({
    method: 'GET',
    path: '/api/v4/reminders/summary/',
    shows: ['task'],
    access: 'view_reminders',
    summary: 'Count the caller’s open tasks that are overdue, due today, or due later this week',
    response: z.object({ overdue: z.int(), today: z.int(), week: z.int() }),
  }),
  groups: route({
    method: 'GET',
    path: '/api/v4/reminders/groups/',
    shows: ['task'],
    access: 'view_reminders',
    summary: 'Count the tasks that a query of the list finds: overdue, due today, this week, later, and done',
    query: taskQuery,
    response: z.object({ overdue: z.int(), today: z.int(), week: z.int(), later: z.int(), done: z.int() }),
  }),
  snooze: route({
    method: 'POST',
    path: '/api/v4/reminders/snooze/',
    changes: ['task'],
    access: 'view_reminders',
    summary:
      'Snooze open tasks until another day without moving their series; the response lists those refused',
    body: PutOffBody,
    response: z.object({ snoozed: z.array(Moved), refused: z.array(Refused) }),
    idempotent: true,
  }),
  undoSnooze: route({
    method: 'POST',
    path: '/api/v4/reminders/snooze/undo/',
    changes: ['task'],
    access: 'view_reminders',
    summary: 'Undo the last snooze of tasks; the response lists those refused',
    body: z.strictObject({ slugs: slugList }),
    response: z.object({ restored: z.array(Moved), refused: z.array(Refused) }),
  }),
  resolveMany: route({
    method: 'POST',
    path: '/api/v4/reminders/resolve/',
    changes: ['task', 'email'],
    access: 'view_reminders',
    summary: 'Mark tasks as done; the response lists those refused',
    body: Chosen,
    response: z.object({ resolved: z.array(z.string()), refused: z.array(Refused) }),
  }),
  resolve: route({
    method: 'POST',
    path: '/api/v4/reminders/resolve/:slug/',
    changes: ['task', 'email'],
    access: 'view_reminders',
    summary: 'Mark a task as done, or reopen it (false)',
    params: bySlug,
    body: z.strictObject({ resolve: z.boolean() }),
    response: Task,
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/reminders/:slug/',
    shows: ['task'],
    access: 'view_reminders',
    summary: 'Get a task',
    params: bySlug,
    response: Task,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/reminders/:slug/',
    changes: ['task', 'email'],
    access: 'view_reminders',
    summary: 'Change an open task; newly added assignees get the creation mail',
    params: bySlug,
    body: TaskChange,
    response: Task,
  }),
  draft: route({
    method: 'GET',
    path: '/api/v4/reminders/:slug/draft/',
    shows: ['task', 'email_template'],
    recorded: { action: 'read', object_type: 'organization' },
    access: 'change_organizations',
    summary: 'Get the drafted e-mail of a task, in its recipient’s language or another one; nothing is sent',
    params: bySlug,
    query: z.strictObject({ language: z.enum(locales, 'validation.unknown_value').optional() }),
    response: DraftedMail,
  }),
  sendDraft: route({
    method: 'POST',
    path: '/api/v4/reminders/:slug/draft/send/',
    changes: ['task', 'email'],
    access: 'change_organizations',
    summary: 'Send the e-mail of an open task as reviewed, through the outbox',
    params: bySlug,
    body: z.strictObject({
      email: EmailAddress,
      language: z.enum(locales, 'validation.unknown_value'),
      subject: line(200).min(1, 'validation.required'),
      text: paragraph(5000).min(1, 'validation.required'),
    }),
    response: z.object({ email: z.string() }),
    refusals: [409],
    idempotent: true,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v4/reminders/:slug/',
    changes: ['task'],
    access: 'view_reminders',
    summary: 'Delete a task',
    params: bySlug,
    response: 'empty',
  }),
}

export const taskTemplates = {
  list: route({
    method: 'GET',
    path: '/api/v4/reminders/templates/',
    shows: ['task_template'],
    access: 'view_reminder_templates',
    summary: 'List task templates with their steps',
    query: listQuery(taskTemplateList),
    response: pageOf(TaskTemplate),
  }),
  create: route({
    method: 'POST',
    path: '/api/v4/reminders/templates/',
    changes: ['task_template'],
    access: 'create_reminder_templates',
    summary: 'Create a task template',
    body: z.strictObject(templateFields),
    response: TaskTemplate,
    status: 201,
    location: '/api/v4/reminders/templates/{id}/',
    idempotent: true,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/reminders/templates/:id/',
    changes: ['task_template'],
    access: 'change_reminder_templates',
    summary: 'Change a task template; requires the version last read',
    params: byId,
    body: z
      .strictObject({ title, description, steps: z.array(Step).max(50) })
      .partial()
      .extend({ version: Version.optional() }),
    response: TaskTemplate,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v4/reminders/templates/:id/',
    changes: ['task_template'],
    access: 'delete_reminder_templates',
    summary: 'Delete a task template; tasks created from it remain',
    params: byId,
    response: 'empty',
  }),
  apply: route({
    method: 'POST',
    path: '/api/v4/reminders/templates/:id/apply/',
    changes: ['task', 'task_template', 'email'],
    access: 'change_reminders',
    orAccess: 'create_reminders',
    summary: 'Create one task per step of a template',
    params: byId,
    body: z
      .strictObject({
        start: dueDay,
        users,
        send_completed_mail: z.boolean().default(true),
        ...target,
      })
      .superRefine(hasTarget),
    response: z.object({ results: z.array(Task) }),
    status: 201,
    idempotent: true,
  }),
}
