import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import type { Mapping } from '../../places.ts'
import { standing, versionOn } from '../../template-rules.ts'
import type { TemplateKind } from '../../tokens.ts'
import { versionsOf } from './queries.ts'

/** What a document is made of: the version of its template that counts on a day. */
export type UsableTemplate = {
  template_id: number
  version_id: number
  slug: string
  title: string
  kind: TemplateKind
  number: number
  sha256: string
  mapping: Mapping
}

/** The version of a template that counts on a day; undefined when none does. Drafts never do. */
export async function templateFor(db: Db, slug: string, day: Day): Promise<UsableTemplate | undefined> {
  const template = await db
    .selectFrom('document_templates')
    .select(['id', 'slug', 'title', 'kind'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!template) return undefined
  const active = (await versionsOf(db, [template.id])).filter(({ state }) => state === 'active')
  const version = versionOn(active, day)
  return (
    version && {
      template_id: template.id,
      version_id: version.id,
      slug: template.slug,
      title: template.title,
      kind: template.kind as TemplateKind,
      number: version.number,
      sha256: version.sha256,
      mapping: standing(version.mapping, version.found),
    }
  )
}

/** Templates of a kind that have a version for a day, to choose from. */
export async function templatesFor(db: Db, kind: TemplateKind, day: Day): Promise<UsableTemplate[]> {
  const slugs = await db
    .selectFrom('document_templates')
    .select('slug')
    .where('kind', '=', kind)
    .orderBy('title')
    .orderBy('id')
    .execute()
  const found = await Promise.all(slugs.map(({ slug }) => templateFor(db, slug, day)))
  return found.filter((one) => one !== undefined)
}

/** Counts documents that a version has made; from the first on the version stays as it is. */
export async function noteMade(tx: Db, versionId: number, count: number): Promise<void> {
  await tx
    .updateTable('document_template_versions')
    .set((row) => ({ made: row('made', '+', count) }))
    .where('id', '=', versionId)
    .execute()
}
