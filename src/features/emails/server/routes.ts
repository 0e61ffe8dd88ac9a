import { audit, auditOf } from '#server/audit/audit.ts'
import { conflict } from '#server/base/errors.ts'
import { lockSelection } from '#server/lists/selection.ts'
import { answerExport } from '#features/exports/server/background.ts'
import { exportOfEmails } from './export.ts'
import { type Context, implement } from '#server/routes/implement.ts'
import type { Db } from '#server/db/db.ts'
import type { User } from '#server/auth/session.ts'
import type { Route } from '#shared/route.ts'
import { emails } from '../contract.ts'
import { presentDetail, presentRow } from './present.ts'
import { getEmail, listEmails, requeueEmails, selectableEmails } from './queries.ts'

type DetailContext = Pick<Context<Route>, 'locale' | 'services'> & { db: Db; user: User }

async function detail({ db, user, locale, services }: DetailContext, id: number) {
  return presentDetail(await getEmail(db, id, user), { locale, transport: services.mail.kind })
}

export const emailRoutes = implement(emails, {
  list: async ({ reader, query, user, locale, services }) => {
    const { rows, ...page } = await listEmails(reader, query, user)
    return { ...page, results: rows.map((row) => presentRow(row, locale)), transport: services.mail.kind }
  },

  export: async (context) => {
    return answerExport('emails', exportOfEmails, context)
  },

  read: (context) => detail(context, context.params.id),

  requeue: async (context) => {
    const { db, user, params, auditContext } = context
    const mail = await getEmail(db, params.id, user)
    const { requeued } = await requeueEmails(db, [params.id])
    if (requeued.length === 0) throw conflict('email_not_requeueable')
    await audit(db, auditContext, {
      action: 'requeue',
      ...auditOf('email', { id: mail.id, title: mail.subject }),
      before: { state: mail.state },
      after: { state: 'queued' },
    })
    return detail(context, params.id)
  },

  requeueSelected: async ({ db, body, user, auditContext }) => {
    const chosen = body.selection ?? { slugs: [...new Set(body.ids)].map(String) }
    const { ids, gone } = await lockSelection(db, selectableEmails(user), chosen)
    const { requeued, refused } = await requeueEmails(db, ids)
    if (requeued.length > 0)
      await audit(db, auditContext, {
        action: 'requeue',
        ...auditOf('email', { id: null }),
        after: { ids: requeued },
      })
    const skipped = [...refused.map((mail) => mail.id), ...gone.map(Number).filter(Number.isSafeInteger)]
    if (!body.selection) return { requeued, skipped }
    return {
      requeued,
      skipped,
      refused: [
        ...refused.map(({ id, subject }) => ({
          slug: String(id),
          title: subject,
          code: 'email_not_requeueable',
        })),
        ...gone.map((slug) => ({ slug, title: '', code: 'not_found' })),
      ],
    }
  },
})
