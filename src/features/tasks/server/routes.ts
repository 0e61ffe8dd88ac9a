import { conflict, invalid } from '#server/base/errors.ts'
import { implement } from '#server/routes/implement.ts'
import { lockSelection } from '#server/lists/selection.ts'
import { sentVersion, versionOf } from '#server/routes/if-match.ts'
import { taskTemplates, tasks } from '../contract.ts'
import { changeTask, createTasks, deleteTask, targetOf } from './change.ts'
import { draftedMail, draftOf, languageFor, lastSent, sendDraft } from './drafts.ts'
import { countGroups, listTasks, selectableTasks, summaryOf, type TaskQuery } from './list.ts'
import { presentTask } from './present.ts'
import { getTask, lockTask, tasksByIds } from './queries.ts'
import { endSnooze, snooze } from './snooze.ts'
import { markDone, refusalOf, reopen } from './resolve.ts'
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  tasksOf,
} from './templates.ts'

export const taskRoutes = implement(tasks, {
  list: async (context) => {
    const { reader, user, today } = context
    const { rows, ...page } = await listTasks(reader, context.query as TaskQuery, { userId: user.id, today })
    return { ...page, results: rows.map((task) => presentTask(task, context)) }
  },

  create: async (context) => {
    const { title, description, scheduled_for, users, send_completed_mail, repeat } = context.body
    const wanted = { title, description, scheduled_for, users, send_completed_mail, repeat }
    const [task] = await createTasks(context.db, context, targetOf(context.body), [wanted])
    return presentTask(task!, context)
  },

  summary: ({ reader, user, today }) => summaryOf(reader, { userId: user.id, today }),

  groups: ({ reader, query, user, today }) =>
    countGroups(reader, query as TaskQuery, { userId: user.id, today }),

  snooze: async (context) => {
    const { db, body, user, today } = context
    const chosen = body.selection ?? { slugs: body.slugs! }
    const until = body.days === undefined ? { scheduled_for: body.scheduled_for! } : { days: body.days }
    const { ids, gone } = await lockSelection(db, selectableTasks({ userId: user.id, today }), chosen)
    const { moved, refused } = await snooze(db, context, await tasksByIds(db, ids), until)
    return { snoozed: moved, refused: [...refused, ...missing(gone)] }
  },

  undoSnooze: async (context) => {
    const { db, body, user, today } = context
    const { ids, gone } = await lockSelection(db, selectableTasks({ userId: user.id, today }), body)
    const { moved, refused } = await endSnooze(db, context, await tasksByIds(db, ids))
    return { restored: moved, refused: [...refused, ...missing(gone)] }
  },

  resolveMany: async (context) => {
    const { db, body, user, today } = context
    const chosen = body.selection ?? { slugs: body.slugs! }
    const { ids, gone } = await lockSelection(db, selectableTasks({ userId: user.id, today }), chosen)
    const found = await tasksByIds(db, ids)
    const wanted = found.filter((task) => refusalOf(context, task) === undefined)
    await markDone(context.db, context, wanted)
    const refused = found.flatMap((task) => {
      const code = refusalOf(context, task)
      return code ? [{ slug: task.slug, title: task.title, code }] : []
    })
    return {
      resolved: wanted.map((task) => task.slug),
      refused: [...refused, ...missing(gone)],
    }
  },

  resolve: async (context) => {
    const { db, params, body } = context
    const task = await lockTask(db, params.slug)
    if (body.resolve) await markDone(db, context, [task])
    else await reopen(db, context, task)
    return presentTask(await getTask(db, params.slug), context)
  },

  read: async (context) => presentTask(await getTask(context.reader, context.params.slug), context),

  draft: async ({ reader, params, query, services }) => {
    const draft = await draftOf(reader, params.slug)
    const language = query.language ?? (await languageFor(reader, draft.email))
    const { subject, text } = await draftedMail(reader, draft, { language, baseUrl: services.config.baseUrl })
    const { organization_id: id, organization: title, email } = draft
    return { id, title, email, language, subject, text, sent: await lastSent(reader, draft) }
  },

  sendDraft: async ({ db, params, body, auditContext, services }) => {
    await sendDraft(db, auditContext, params.slug, { ...body, baseUrl: services.config.baseUrl })
    return { email: body.email }
  },

  change: async (context) => {
    const { db, params, body } = context
    const task = await lockTask(db, params.slug)
    // Without a version, the last save counts (spec §7).
    const version = sentVersion(context)
    if (version !== undefined && version !== task.version)
      throw conflict('edit_conflict', { current: presentTask(task, context) })
    await changeTask(db, context, task, body)
    return presentTask(await getTask(db, params.slug), context)
  },

  delete: async (context) =>
    deleteTask(context.db, context, await lockTask(context.db, context.params.slug, 'removal')),
})

export const taskTemplateRoutes = implement(taskTemplates, {
  list: ({ reader, query }) => listTemplates(reader, query),
  create: ({ db, auditContext, body }) => createTemplate(db, auditContext, body),
  change: (context) =>
    changeTemplate(context.db, context.auditContext, context.params.id, {
      ...context.body,
      version: versionOf(context),
    }),
  delete: ({ db, auditContext, params }) => deleteTemplate(db, auditContext, params.id),
  apply: async (context) => {
    const { db, params, body, today } = context
    if (body.start < today) throw invalid({ start: 'tasks.due_in_past' })
    const wanted = tasksOf(await getTemplate(db, params.id), body)
    const created = await createTasks(db, context, targetOf(body), wanted)
    return { results: created.map((task) => presentTask(task, context)) }
  },
})

/** Deleted rows of a selection. */
function missing(slugs: string[]) {
  return slugs.map((slug) => ({ slug, title: '', code: 'not_found' }))
}
