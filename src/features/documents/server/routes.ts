import { answerExport } from '#features/exports/server/background.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { scopeOf } from '#server/auth/company-scope.ts'
import { AnswerAbout, implement } from '#server/routes/implement.ts'
import { documents } from '../contract.ts'
import { versionOf } from '#server/routes/if-match.ts'
import { changeDays, effectsOf } from './change.ts'
import { exportOfDocuments } from './export.ts'
import { fileOf } from './file.ts'
import { findingsOf } from './findings.ts'
import { downloadByLink, endLink, linksOf, showLink } from './links.ts'
import { exportOfDocumentLog, listDocumentLog } from './log.ts'
import { presentDocument } from './present.ts'
import {
  documentsByIds,
  getDocument,
  getReadableDocument,
  listDocuments,
  type StoredDocument,
  visibilityFor,
} from './queries.ts'
import { removeDocument } from './remove.ts'
import { sendDocument } from './send.ts'
import { type NoticeHandler, storeUpload } from './upload.ts'

/**
 * Routes of documents of projects and organizations: upload, download, deletion and log. The application passes in the
 * effects of a notice.
 */
export const documentRoutes = (noticeCame: NoticeHandler) =>
  implement(documents, {
    list: async ({ reader, query, user, locale, today }) => {
      const seen = { ...visibilityFor({ user, today }), locale }
      const { rows, ...page } = await listDocuments(reader, query, seen)
      const { receipt_kept_months: keptMonths } = await limitsOn(reader, today)
      return { ...page, results: rows.map((row) => presentDocument(row, { locale, keptMonths, user })) }
    },

    upload: async ({ db, upload, body, user, writeOnce, services, locale, today, auditContext }) => {
      const { contents } = services.files
      const seen = visibilityFor({ user, today })
      const place = { db, contents, ...seen, context: auditContext, writeOnce, noticeCame }
      const id = await storeUpload(place, upload, body)
      const [row] = await documentsByIds(db, [id], seen)
      const { receipt_kept_months: keptMonths } = await limitsOn(db, today)
      return presentDocument(row!, { locale, keptMonths, user })
    },

    export: async (context) => answerExport('documents', exportOfDocuments, context),

    read: async ({ reader, params, user, locale, today }) => {
      const row = await getDocument(reader, params.slug, visibilityFor({ user, today }))
      const { receipt_kept_months: keptMonths } = await limitsOn(reader, today)
      return presentDocument(row, { locale, keptMonths, user })
    },

    change: async (context) => {
      const { db, params, body, user, locale, today, auditContext } = context
      const { version: _, ...sent } = body
      const { receipt_kept_months: keptMonths } = await limitsOn(db, today)
      const present = (row: StoredDocument) => presentDocument(row, { locale, keptMonths, user })
      const seen = visibilityFor(context)
      const when = { ...auditContext, ...seen, noticeCame, present }
      await changeDays(db, when, { slug: params.slug, version: versionOf(context) }, sent)
      return present(await getDocument(db, params.slug, seen))
    },

    effects: async ({ reader, params, query, user, today }) => {
      const seen = visibilityFor({ user, today })
      return effectsOf(reader, await getDocument(reader, params.slug, seen), query, seen)
    },

    findings: async ({ reader, params, services, user, today }) =>
      findingsOf(
        services.files.contents,
        await getDocument(reader, params.slug, visibilityFor({ user, today })),
      ),

    send: async ({ db, params, body, user, services, today, auditContext }) => {
      const document = await getReadableDocument(db, params.slug, { user, today })
      await sendDocument(db, { ...auditContext, contents: services.files.contents, today }, document, body)
      return { email: body.email, file: document.filename }
    },

    links: async ({ reader, params, user, locale, today }) => {
      const document = await getReadableDocument(reader, params.slug, { user, today })
      const { id, filename: title } = document
      return new AnswerAbout({ id, title }, await linksOf(reader, document, { today, locale }))
    },

    endLink: async ({ db, params, today, auditContext, user }) =>
      endLink(
        db,
        { ...auditContext, endedBy: user.id },
        await getDocument(db, params.slug, visibilityFor({ user, today })),
        params.id,
      ),

    openLink: (context) => showLink(context, context.params.token),

    takeByLink: (context) => downloadByLink(context, context.params.token),

    delete: async ({ db, params, user, today, auditContext }) => {
      await removeDocument(db, { ...auditContext, ...visibilityFor({ user, today }) }, params.slug)
    },

    download: async ({ db, params, user, today, services }) =>
      fileOf(services.files.contents, await getReadableDocument(db, params.slug, { user, today })),

    view: async ({ db, params, user, today, services }) =>
      fileOf(services.files.contents, await getReadableDocument(db, params.slug, { user, today })),

    logs: ({ reader, query, locale, user }) =>
      listDocumentLog(reader, query, { locale, scope: scopeOf(user) }),

    exportLogs: async (context) => answerExport('document_logs', exportOfDocumentLog, context),
  })
