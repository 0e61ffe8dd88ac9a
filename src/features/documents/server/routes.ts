import { answerExport } from '#features/exports/server/background.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { AnswerAbout, implement } from '#server/routes.ts'
import { documents } from '../contract.ts'
import { versionOf } from '#server/version.ts'
import { changeDays, effectsOf } from './change.ts'
import { exportOfDocuments } from './export.ts'
import { fileOf } from './file.ts'
import { findingsOf } from './findings.ts'
import { endLink, linksOf, showLink, takeByLink } from './links.ts'
import { exportOfDocumentLog, listDocumentLog } from './log.ts'
import { presentDocument } from './present.ts'
import {
  documentsByIds,
  getDocument,
  getReadableDocument,
  listDocuments,
  type StoredDocument,
} from './queries.ts'
import { removeDocument } from './remove.ts'
import { sendDocument } from './send.ts'
import { keepUpload, type NoticeCame } from './upload.ts'

/**
 * Documents of projects and organizations: kept, handed out, deleted, and what was done with them. What a notice brings
 * about is handed in where all features come together.
 */
export const documentRoutes = (noticeCame: NoticeCame) =>
  implement(documents, {
    list: async ({ reader, query, locale, today }) => {
      const { rows, ...page } = await listDocuments(reader, query, today)
      const { receipt_kept_months } = await limitsOn(reader, today)
      return { ...page, results: rows.map((row) => presentDocument(row, locale, receipt_kept_months)) }
    },

    upload: async ({ db, upload, body, services, locale, today, auditContext }) => {
      const place = { db, contents: services.files.contents, today, context: auditContext, noticeCame }
      const id = await keepUpload(place, upload, body)
      const [row] = await documentsByIds(db, [id], today)
      const { receipt_kept_months } = await limitsOn(db, today)
      return presentDocument(row!, locale, receipt_kept_months)
    },

    export: async (context) => answerExport('documents', exportOfDocuments, context),

    read: async ({ reader, params, locale, today }) => {
      const row = await getDocument(reader, params.slug, today)
      const { receipt_kept_months } = await limitsOn(reader, today)
      return presentDocument(row, locale, receipt_kept_months)
    },

    change: async (context) => {
      const { db, params, body, locale, today, auditContext } = context
      const { version: _, ...sent } = body
      const { receipt_kept_months } = await limitsOn(db, today)
      const present = (row: StoredDocument) => presentDocument(row, locale, receipt_kept_months)
      const when = { ...auditContext, today, noticeCame, present }
      await changeDays(db, when, { slug: params.slug, version: versionOf(context) }, sent)
      return present(await getDocument(db, params.slug, today))
    },

    effects: async ({ reader, params, query, today }) =>
      effectsOf(reader, await getDocument(reader, params.slug, today), query, today),

    findings: async ({ reader, params, services, today }) =>
      findingsOf(services.files.contents, await getDocument(reader, params.slug, today)),

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
        { ...auditContext, endedBy: user!.id },
        await getDocument(db, params.slug, today),
        params.id,
      ),

    openLink: (context) => showLink(context, context.params.token),

    takeByLink: (context) => takeByLink(context, context.params.token),

    delete: async ({ db, params, today, auditContext }) => {
      await removeDocument(db, { ...auditContext, today }, params.slug)
    },

    download: async ({ db, params, user, today, services }) =>
      fileOf(services.files.contents, await getReadableDocument(db, params.slug, { user, today })),

    view: async ({ db, params, user, today, services }) =>
      fileOf(services.files.contents, await getReadableDocument(db, params.slug, { user, today })),

    logs: ({ reader, query, locale }) => listDocumentLog(reader, query, locale),

    exportLogs: async (context) => answerExport('document_logs', exportOfDocumentLog, context),
  })
