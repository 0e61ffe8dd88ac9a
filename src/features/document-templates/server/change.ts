import { isDeepStrictEqual } from 'node:util'
import type { Day } from '#shared/dates.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { randomSlug } from '#server/db/free-slug.ts'
import type { FoundPdf, Mapping } from '../places.ts'
import { mappingFault, mappingInPdf, missingIn, overlap } from '../rules.ts'
import type { TemplateKind } from '../tokens.ts'
import { newest, type StoredTemplate, type StoredVersion, versionsOf } from './queries.ts'

/** The PDF of a version and what is written into it. */
export type VersionContent = { filename: string; sha256: string; found: FoundPdf; mapping: Mapping }
type Days = { valid_from: Day; valid_until: Day | null }

/** Creates a template with its first version, a draft, and returns its slug. */
export async function createTemplate(
  tx: Db,
  context: AuditContext,
  { title, kind, valid_from }: { title: string; kind: TemplateKind; valid_from: Day },
  content: VersionContent,
  origin: Record<string, unknown> = {},
): Promise<string> {
  const slug = randomSlug(title)
  const { id } = await tx
    .insertInto('document_templates')
    .values({ slug, title, kind, created_by: context.actor.id, created_at: context.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertVersion(tx, context, id, 1, { valid_from, valid_until: null }, content)
  await audit(tx, context, {
    ...auditOf('document_template', { id, title }),
    action: 'create',
    after: { kind, valid_from, sha256: content.sha256, ...origin },
  })
  return slug
}

async function insertVersion(
  tx: Db,
  { actor, now }: AuditContext,
  template_id: number,
  number: number,
  days: Days,
  { found, mapping, ...file }: VersionContent,
): Promise<void> {
  await tx
    .insertInto('document_template_versions')
    .values({
      template_id,
      number,
      ...days,
      ...file,
      found: JSON.stringify(found),
      mapping: JSON.stringify(mapping),
      created_by: actor.id,
      created_at: now,
    })
    .execute()
}

/** Adds a draft that starts with the newest version's content. The template is locked. */
export async function addVersion(
  tx: Db,
  context: AuditContext,
  template: StoredTemplate,
  days: Days,
): Promise<void> {
  const versions = await versionsOf(tx, [template.id])
  const last = newest(versions)
  const number = last.number + 1
  checkDays([...versions, { number, ...days }])
  const mapping = mappingInPdf(last.mapping, last.found)
  await insertVersion(tx, context, template.id, number, days, { ...contentOf(last), mapping })
  await audit(tx, context, {
    ...auditOf('document_template', template),
    action: 'create',
    after: { number, ...days },
  })
}

export const contentOf = ({ filename, sha256, found, mapping }: StoredVersion): VersionContent => ({
  filename,
  sha256,
  found,
  mapping,
})

/** Throws 400 at the invalid day. */
function checkDays(versions: readonly ({ number: number } & Days)[]): void {
  for (const { valid_from, valid_until } of versions)
    if (valid_until !== null && valid_until < valid_from)
      throw invalid({ valid_until: 'documents.templates.ends_before_begin' })
  const met = overlap(versions)
  if (met)
    throw invalid({
      valid_from: { key: 'documents.templates.overlap', parameters: { number: met.with, other: met.number } },
    })
}

/**
 * Deletes a template, which is locked. Versions that made documents stay for reprints of receipts; the others are
 * deleted, and the next sweep removes their PDFs. Throws 409 while a run makes documents from it.
 */
export async function deleteTemplate(tx: Db, context: AuditContext, template: StoredTemplate): Promise<void> {
  const { id, slug } = template
  const working = await tx
    .selectFrom('generation_runs')
    .select('id')
    .where('template', '=', slug)
    .where('state', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst()
  if (working) throw conflict('template_in_run')
  const versions = await versionsOf(tx, [id])
  const made = versions.reduce((sum, version) => sum + version.made, 0)
  await tx
    .deleteFrom('document_template_versions')
    .where('template_id', '=', id)
    .where('made', '=', 0)
    .execute()
  await tx
    .updateTable('document_templates')
    .set({ deleted_at: context.now, version: template.version + 1 })
    .where('id', '=', id)
    .execute()
  await audit(tx, context, {
    ...auditOf('document_template', template),
    action: 'delete',
    before: { kind: template.kind, versions: versions.length, made },
  })
}

/** Changes the days of a version. The template is locked. */
export async function changeDays(
  tx: Db,
  context: AuditContext,
  template: StoredTemplate,
  version: StoredVersion,
  days: Days,
): Promise<void> {
  const { valid_from, valid_until } = version
  if (isDeepStrictEqual(days, { valid_from, valid_until })) return
  if (version.made > 0 && days.valid_from !== valid_from) throw conflict('template_version_used')
  const others = (await versionsOf(tx, [template.id])).filter(({ id }) => id !== version.id)
  checkDays([...others, { number: version.number, ...days }])
  await save(tx, version, days)
  await audit(tx, context, {
    ...auditOf('document_template', template),
    action: 'change',
    before: { number: version.number, valid_from, valid_until },
    after: { number: version.number, ...days },
  })
}

/** Activates a version: it applies from its first day on. 409 while a required token has no place. */
export async function activateVersion(
  tx: Db,
  context: AuditContext,
  template: StoredTemplate,
  version: StoredVersion,
): Promise<void> {
  if (version.state === 'active') return
  checkRequired(template.kind, version.mapping, version.found)
  await save(tx, version, { state: 'active' })
  await audit(tx, context, {
    ...auditOf('document_template', template),
    action: 'change',
    before: { number: version.number, state: 'draft' },
    after: { number: version.number, state: 'active', valid_from: version.valid_from },
  })
}

function checkRequired(kind: TemplateKind, mapping: Mapping, found: FoundPdf): void {
  const missing = missingIn(kind, mapping, found)
  if (missing.length > 0)
    throw conflict('required_tokens_missing', { parameters: { count: missing.length }, current: { missing } })
}

/** Stores the mapping. The template is locked. */
export async function changeMapping(
  tx: Db,
  context: AuditContext,
  template: StoredTemplate,
  version: StoredVersion,
  mapping: Mapping,
): Promise<void> {
  if (isDeepStrictEqual(mapping, version.mapping)) return
  if (version.made > 0) throw conflict('template_version_used')
  const known = new Set(version.mapping.fields.map(({ field }) => field))
  checkMapping(template.kind, mapping, version.found, known)
  if (version.state === 'active') checkRequired(template.kind, mapping, version.found)
  await save(tx, version, { mapping: JSON.stringify(mapping) })
  const places = ({ fields, placed }: Mapping) => ({ fields: fields.length, placed: placed.length })
  await audit(tx, context, {
    ...auditOf('document_template', template),
    action: 'change',
    before: { number: version.number, mapping: places(version.mapping) },
    after: { number: version.number, mapping: places(mapping) },
  })
}

/** Throws 400 at the fields or at what was placed. */
export function checkMapping(
  kind: TemplateKind,
  mapping: Mapping,
  found: FoundPdf,
  known?: ReadonlySet<string>,
): void {
  const fault = mappingFault(kind, mapping, found, known)
  if (fault)
    throw invalid({
      [fault.at]: { key: `documents.templates.faults.${fault.reason}`, parameters: { name: fault.name } },
    })
}

/** Replaces the PDF of a version that has made nothing yet; the mapping stays, by the names of fields. */
export async function changePdf(
  tx: Db,
  context: AuditContext,
  template: StoredTemplate,
  version: StoredVersion,
  { filename, sha256, found }: Omit<VersionContent, 'mapping'>,
): Promise<void> {
  if (version.made > 0) throw conflict('template_version_used')
  const names = new Set(found.fields.map(({ name }) => name))
  const stands = (one: Partial<Mapping>) =>
    mappingFault(template.kind, { fields: [], placed: [], ...one }, found) === undefined
  // A field of the same name may now have another type; then its token must be chosen again.
  const mapping = {
    fields: version.mapping.fields.filter((one) => !names.has(one.field) || stands({ fields: [one] })),
    placed: version.mapping.placed.filter((one) => stands({ placed: [one] })),
  }
  if (version.state === 'active') checkRequired(template.kind, mapping, found)
  await save(tx, version, {
    filename,
    sha256,
    found: JSON.stringify(found),
    mapping: JSON.stringify(mapping),
  })
  await audit(tx, context, {
    ...auditOf('document_template', template),
    action: 'change',
    before: { number: version.number, sha256: version.sha256 },
    after: { number: version.number, sha256 },
  })
}

/** Renames a template. It is locked. */
export async function renameTemplate(
  tx: Db,
  context: AuditContext,
  template: StoredTemplate,
  title: string,
): Promise<void> {
  if (title === template.title) return
  await tx
    .updateTable('document_templates')
    .set({ title, version: template.version + 1 })
    .where('id', '=', template.id)
    .execute()
  await audit(tx, context, {
    ...auditOf('document_template', { id: template.id, title }),
    action: 'change',
    before: { title: template.title },
    after: { title },
  })
}

async function save(tx: Db, { id }: StoredVersion, values: Record<string, unknown>): Promise<void> {
  await tx
    .updateTable('document_template_versions')
    .set((row) => ({ ...values, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
