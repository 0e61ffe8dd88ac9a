import { type Contents, hashOf, storedBytes } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import { paging } from '#server/lists/list-query.ts'
import { FileReply, implement } from '#server/routes/implement.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { versionOf } from '#server/routes/if-match.ts'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { mediaTypes } from '#shared/route.ts'
import { renderSample } from './preview.ts'
import { mappingInPdf } from '../rules.ts'
import { documentTemplates } from '../contract.ts'
import {
  activateVersion,
  addVersion,
  changeDays,
  changeMapping,
  changePdf,
  contentOf,
  createTemplate,
  deleteTemplate,
  renameTemplate,
} from './change.ts'
import { inspectTemplatePdf } from './inspect-pdf.ts'
import { checkedTemplate } from './legal-checklist.ts'
import { lettersOf, presentChecklist, presentFields, presentTemplate } from './present.ts'
import { getTemplate, listTemplates, lockTemplate, newest, numbered, versionsOf } from './queries.ts'
import { sampleWith, type ValuesOfProject } from './sample.ts'
import { exportOf, readExport } from './export-file.ts'

type Reader = { locale: Locale; today: Day }

async function template(db: Db, slug: string, { locale, today }: Reader) {
  const row = await getTemplate(db, slug)
  return presentTemplate(row, await versionsOf(db, [row.id]), locale, today)
}

async function versionIn(db: Db, { slug, number }: { slug: string; number: number }) {
  const row = await getTemplate(db, slug)
  return { row, version: numbered(await versionsOf(db, [row.id]), number) }
}

async function lockedVersion(tx: Db, { slug, number }: { slug: string; number: number }) {
  const row = await lockTemplate(tx, slug)
  return { row, version: numbered(await versionsOf(tx, [row.id]), number) }
}

/** Stores bytes before their row exists, and checks again afterwards, because the sweep may have removed them meanwhile. */
async function keeping<T>(
  contents: Contents,
  bytes: Uint8Array,
  work: (sha256: string) => Promise<T>,
): Promise<T> {
  const sha256 = await contents.put(bytes)
  const result = await work(sha256)
  if (!(await contents.has(sha256))) await contents.put(bytes)
  return result
}

/**
 * Document templates: versions, places of tokens, test prints, export and import. `valuesOf` supplies the values of a
 * project for a sample.
 */
export const documentTemplateRoutes = (valuesOf: ValuesOfProject) =>
  implement(documentTemplates, {
    list: async ({ reader, query, locale, today }) => {
      const { count, rows } = await listTemplates(reader, query)
      const versions = await versionsOf(
        reader,
        rows.map(({ id }) => id),
      )
      const results = rows.map((row) => {
        const own = versions.filter(({ template_id }) => template_id === row.id)
        return presentTemplate(row, own, locale, today)
      })
      return { ...paging(count, query), results }
    },

    create: async ({ db, upload, body, writeOnce, services, auditContext, locale, today }) => {
      const { bytes, filename, found } = await inspectTemplatePdf(upload)
      const mapping = { fields: [], placed: [] }
      const { value: slug } = await keeping(services.files.contents, bytes, (sha256) =>
        inTransaction(db, (tx) =>
          writeOnce(tx, sha256, () =>
            createTemplate(tx, auditContext, body, { filename, sha256, found, mapping }),
          ),
        ),
      )
      return template(db, slug, { locale, today })
    },

    import: async ({ db, upload, writeOnce, services, auditContext, locale, today }) => {
      const { title, kind, mapping, looked } = await readExport(upload.bytes)
      const { bytes, filename, found } = looked
      const { value: slug } = await keeping(services.files.contents, bytes, (sha256) =>
        inTransaction(db, (tx) =>
          writeOnce(tx, hashOf(upload.bytes), () =>
            createTemplate(
              tx,
              auditContext,
              { title, kind, valid_from: today },
              { filename, sha256, found, mapping },
              { imported: true },
            ),
          ),
        ),
      )
      return template(db, slug, { locale, today })
    },

    read: ({ reader, params, locale, today }) => template(reader, params.slug, { locale, today }),

    change: async (context) => {
      const { db, params, body, auditContext } = context
      const row = await lockTemplate(db, params.slug)
      if (versionOf(context) !== row.version)
        throw conflict('edit_conflict', { current: await template(db, params.slug, context) })
      await renameTemplate(db, auditContext, row, body.title)
      return template(db, params.slug, context)
    },

    delete: async ({ db, params, auditContext }) =>
      deleteTemplate(db, auditContext, await lockTemplate(db, params.slug)),

    copy: async ({ db, params, body, auditContext, locale, today }) => {
      const { id, kind } = await getTemplate(db, params.slug)
      const content = contentOf(newest(await versionsOf(db, [id])))
      const slug = await createTemplate(db, auditContext, { ...body, kind }, content, {
        copy_of: params.slug,
      })
      return template(db, slug, { locale, today })
    },

    export: async ({ db, params, services }) => {
      const row = await getTemplate(db, params.slug)
      const version = newest(await versionsOf(db, [row.id]))
      const file = exportOf(row, version, await storedBytes(services.files.contents, version.sha256))
      return new FileReply(file, mediaTypes.grants360, `${row.title}.json`, row.id)
    },

    newVersion: async ({ db, params, body, auditContext, locale, today }) => {
      const { valid_from, valid_until = null } = body
      await addVersion(db, auditContext, await lockTemplate(db, params.slug), { valid_from, valid_until })
      return template(db, params.slug, { locale, today })
    },

    changeVersion: async (context) => {
      const { db, params, body, auditContext } = context
      const { row, version } = await lockedVersion(db, params)
      const { valid_from, valid_until = version.valid_until } = body
      // The answer is the template, whose version number differs, so a repeated call with equal days is no conflict.
      const isSaidAlready = valid_from === version.valid_from && valid_until === version.valid_until
      if (versionOf(context) !== version.version && !isSaidAlready)
        throw conflict('edit_conflict', { current: await template(db, params.slug, context) })
      await changeDays(db, auditContext, row, version, { valid_from, valid_until })
      return template(db, params.slug, context)
    },

    activate: async ({ db, params, auditContext, locale, today }) => {
      const { row, version } = await lockedVersion(db, params)
      await activateVersion(db, auditContext, row, version)
      return template(db, params.slug, { locale, today })
    },

    fields: async ({ reader, params }) => {
      const { row, version } = await versionIn(reader, params)
      return presentFields(row.kind, version)
    },

    changeFields: async (context) => {
      const { db, params, body, auditContext } = context
      const { row, version } = await lockedVersion(db, params)
      if (versionOf(context) !== version.version)
        throw conflict('edit_conflict', { current: presentFields(row.kind, version) })
      const { fields, placed } = body
      await changeMapping(db, auditContext, row, version, { fields, placed })
      return presentFields(row.kind, (await versionIn(db, params)).version)
    },

    checklist: async ({ reader, params, services, locale }) => {
      const { row, version } = await versionIn(reader, params)
      const { sha256, mapping, found } = version
      const filled = { kind: row.kind, sha256, mapping: mappingInPdf(mapping, found) }
      return presentChecklist(await checkedTemplate(services.files.contents, filled), locale)
    },

    pdf: async ({ db, params, services }) => {
      const { row, version } = await versionIn(db, params)
      const bytes = await storedBytes(services.files.contents, version.sha256)
      return new FileReply(bytes, mediaTypes.pdf, version.filename, row.id)
    },

    changePdf: async ({ db, params, upload, services, auditContext }) => {
      // Checks that the version exists before inspecting the file.
      await versionIn(db, params)
      const { bytes, filename, found } = await inspectTemplatePdf(upload)
      return keeping(services.files.contents, bytes, (sha256) =>
        inTransaction(db, async (tx) => {
          const { row, version } = await lockedVersion(tx, params)
          await changePdf(tx, auditContext, row, version, { filename, sha256, found })
          return presentFields(row.kind, (await versionIn(tx, params)).version)
        }),
      )
    },

    sample: async ({ reader, params, query, user, today }) => {
      const { kind } = await getTemplate(reader, params.slug)
      const { project, values } = await sampleWith(reader, kind, {
        user,
        slug: query.project,
        today,
        valuesOf,
      })
      return { project, values, letters: lettersOf(kind, values) }
    },

    preview: async ({ db, params, query, services, user, now, today }) => {
      const { row, version } = await versionIn(db, params)
      const { contents } = services.files
      const pdf = await storedBytes(contents, version.sha256)
      const { project: slug } = query
      const sample =
        slug === undefined ? undefined : await sampleWith(db, row.kind, { user, slug, today, valuesOf })
      const photo = sample?.photo ? await contents.read(sample.photo) : undefined
      const bytes = await renderSample({
        pdf,
        row,
        version,
        now,
        ...(sample && { values: sample.values }),
        ...(photo && { photo }),
      })
      return new FileReply(bytes, mediaTypes.pdf, `TEST ${row.title}.pdf`, row.id)
    },
  })
