import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import type { FoundPdf, Mapping } from '../places.ts'
import type { TemplateKind } from '../tokens.ts'

export type StoredTemplate = {
  id: number
  slug: string
  title: string
  kind: TemplateKind
  created_at: Date
  version: number
}

export type StoredVersion = {
  id: number
  template_id: number
  number: number
  state: 'draft' | 'active'
  valid_from: Day
  valid_until: Day | null
  filename: string
  sha256: string
  found: FoundPdf
  mapping: Mapping
  made: number
  version: number
}

/** Templates to choose among; deleted ones stay only for existing documents. */
export const templates = (db: Db) =>
  db
    .selectFrom('document_templates')
    .select(['id', 'slug', 'title', 'kind', 'created_at', 'version'])
    .where('deleted_at', 'is', null)
    .$castTo<StoredTemplate>()

export async function listTemplates(db: Db, { page, page_size }: { page: number; page_size: number }) {
  const { count } = await db
    .selectFrom('document_templates')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const rows = await templates(db)
    .orderBy('kind')
    .orderBy('title')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { count: Number(count), rows }
}

/** One template; throws 404. */
export async function getTemplate(db: Db, slug: string): Promise<StoredTemplate> {
  const row = await templates(db).where('slug', '=', slug).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The same, locked against changes of it and its versions. */
export async function lockTemplate(tx: Db, slug: string): Promise<StoredTemplate> {
  const row = await templates(tx).where('slug', '=', slug).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The versions of some templates, the earliest first. */
export async function versionsOf(db: Db, templateIds: readonly number[]): Promise<StoredVersion[]> {
  if (templateIds.length === 0) return []
  return db
    .selectFrom('document_template_versions')
    .selectAll()
    .where('template_id', 'in', templateIds)
    .orderBy('valid_from')
    .$castTo<StoredVersion>()
    .execute()
}

/** One version of a template; throws 404. */
export function numbered(versions: readonly StoredVersion[], number: number): StoredVersion {
  const version = versions.find((one) => one.number === number)
  if (!version) throw notFound()
  return version
}

/** The latest version, from which new ones start; throws 404 without one: the template was deleted meanwhile. */
export function newest(versions: readonly StoredVersion[]): StoredVersion {
  const last = versions.toSorted((one, other) => one.number - other.number).at(-1)
  if (!last) throw notFound()
  return last
}
