import { audit, auditOf, differences } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { paging } from '#server/lists/list-query.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { type Context, implement } from '#server/routes/implement.ts'
import type { User } from '#server/auth/session.ts'
import { versionOf } from '#server/routes/if-match.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { Day } from '#shared/dates.ts'
import { type Locale, locales } from '#shared/messages.ts'
import type { Route } from '#shared/route.ts'
import { emailTemplates } from '../contract.ts'
import { editableKeys, secretOf, type TemplateKey } from '../templates.ts'
import { checkWording } from './check.ts'
import { presentTemplate, sampleValues } from './present.ts'
import {
  lockOwnWording,
  ownOrDefault,
  type OwnWording,
  ownWordings,
  saveOwnWording,
  type StoredWording,
  waitingAfter,
} from './queries.ts'
import { exampleStandIn, linkTo, renderMail } from './render.ts'
import { fill } from './secret-link.ts'

type ChangeContext = Pick<Context<Route>, 'db' | 'now' | 'auditContext' | 'locale'> & { user: User }

function known(key: string): TemplateKey {
  const found = editableKeys.find((one) => one === key)
  if (!found) throw notFound()
  return found
}

async function template(db: Db, key: TemplateKey, locale: Locale) {
  return presentTemplate(key, (await ownWordings(db, [key])).get(key), locale)
}

/** Target of an example's secret link; it opens no account. */
const exampleSecret = '/login/'

const nameOf = (user: User) => `${user.first_name} ${user.last_name}`.trim() || user.username

/** Stores a wording with its audit event; 409 with the current template for a stale version. */
async function save(
  { db, now, auditContext, user, locale }: ChangeContext,
  key: TemplateKey,
  before: OwnWording,
  after: StoredWording,
  action: AuditAction,
) {
  // The languages to review follow from the changes, so the event names them only for a review itself.
  const told = ({ subject, body, not_adapted }: StoredWording) =>
    action === 'confirm' ? { not_adapted } : { subject, body }
  const changes = differences<Record<string, unknown>>(told(before), told(after))
  if (Object.keys(changes.after).length === 0) return template(db, key, locale)
  const saved = await saveOwnWording(db, key, after, { version: before.version, userId: user.id, now })
  if (!saved) throw conflict('edit_conflict', { current: await template(db, key, locale) })
  await audit(db, auditContext, {
    action,
    ...auditOf('email_template', { id: null, title: key }),
    ...changes,
  })
  return template(db, key, locale)
}

type Draft = { language: Locale; subject?: string | undefined; body?: string | undefined }
type About = { user: User; today: Day; baseUrl: string }

/** A mail with example values; the saved wording fills parts missing in the draft. Refused like a save. */
async function exampleOf(db: Db, key: TemplateKey, draft: Draft, { user, today, baseUrl }: About) {
  const { language } = draft
  const saved = ownOrDefault(key, language, (await ownWordings(db, [key])).get(key))
  const wording = { subject: draft.subject ?? saved.subject, body: draft.body ?? saved.body }
  const values = sampleValues(language, { recipient: nameOf(user), today })
  checkWording(key, language, wording, values)
  const { subject, text, html } = renderMail(key, wording, { values, language, baseUrl })
  const shown = (part: string, kind: 'text' | 'html') =>
    fill(part, kind, exampleStandIn, linkTo(exampleSecret, baseUrl))
  return { subject, text: shown(text, 'text'), html: shown(html, 'html') }
}

export const emailTemplateRoutes = implement(emailTemplates, {
  list: async ({ reader, query, locale }) => {
    const own = await ownWordings(reader)
    const start = (query.page - 1) * query.page_size
    const keys = editableKeys.slice(start, start + query.page_size)
    return {
      ...paging(editableKeys.length, query),
      results: keys.map((key) => presentTemplate(key, own.get(key), locale)),
    }
  },

  read: ({ reader, params, locale }) => template(reader, known(params.key), locale),

  change: async (context) => {
    const { db, params, body, user, today, locale } = context
    const key = known(params.key)
    const before = await lockOwnWording(db, key)
    if (versionOf(context) !== before.version)
      throw conflict('edit_conflict', { current: await template(db, key, locale) })
    const own = { subject: { ...before.subject, ...body.subject }, body: { ...before.body, ...body.body } }
    const sent = locales.filter(
      (language) => body.subject[language] !== undefined || body.body[language] !== undefined,
    )
    const changed = sent.filter((language) => {
      const [was, is] = [
        ownOrDefault(key, language, before),
        ownOrDefault(key, language, { ...before, ...own }),
      ]
      return was.subject !== is.subject || was.body !== is.body
    })
    const after = { ...own, not_adapted: waitingAfter(before.not_adapted, changed) }
    for (const language of sent) {
      const wording = ownOrDefault(key, language, { ...before, ...after })
      checkWording(key, language, wording, sampleValues(language, { recipient: nameOf(user), today }))
    }
    return save(context, key, before, after, 'change')
  },

  preview: ({ db, params, body, user, today, services }) =>
    exampleOf(db, known(params.key), body, { today, user, baseUrl: services.config.baseUrl }),

  test: async ({ db, params, body, user, today, now, requestId, auditContext, services }) => {
    const key = known(params.key)
    const isDraft = body.subject !== undefined || body.body !== undefined
    const example = { today, user, baseUrl: services.config.baseUrl }
    const { recipient: _, ...values } = sampleValues(body.language, { recipient: '', today })
    const secret = secretOf(key)
    await queueMail(db, {
      template: key,
      to: { user_id: user.id, email: user.email, name: nameOf(user), language: body.language },
      object: null,
      occasion: requestId,
      data: values as Record<string, string>,
      // A draft's text is stored nowhere else, so the mail takes it along. Its link is the example's, which opens nothing.
      ...(isDraft
        ? { written: await exampleOf(db, key, body, example) }
        : secret && { secrets: { [secret]: exampleSecret } }),
      now,
    })
    await audit(db, auditContext, {
      action: 'test',
      ...auditOf('email_template', { id: null, title: key }),
      after: { language: body.language, ...(isDraft && { draft: true }) },
    })
    return { to_email: user.email }
  },

  adapted: async (context) => {
    const { db, params, body, locale } = context
    const key = known(params.key)
    const before = await lockOwnWording(db, key)
    if (versionOf(context) !== before.version)
      throw conflict('edit_conflict', { current: await template(db, key, locale) })
    const { [body.language]: _, ...not_adapted } = before.not_adapted
    return save(context, key, before, { subject: before.subject, body: before.body, not_adapted }, 'confirm')
  },

  reset: async (context) => {
    const { db, params, body, locale } = context
    const key = known(params.key)
    const before = await lockOwnWording(db, key)
    const keep = (own: OwnWording['subject']) =>
      Object.fromEntries(
        Object.entries(own).filter(([language]) => body.language !== undefined && language !== body.language),
      )
    if (before.version === 0) return template(db, key, locale)
    const after = {
      subject: keep(before.subject),
      body: keep(before.body),
      not_adapted: keep(before.not_adapted) as OwnWording['not_adapted'],
    }
    return save(context, key, before, after, 'reset')
  },
})
