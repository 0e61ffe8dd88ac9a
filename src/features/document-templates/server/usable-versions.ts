import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import type { Mapping } from '../places.ts'
import { mappingInPdf, versionOn } from '../rules.ts'
import type { TemplateKind } from '../tokens.ts'
import { type StoredTemplate, templates, versionsOf } from './queries.ts'

/** The version of a document's template that applies on a day. */
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
  const rows = await templates(db).where('slug', '=', slug).execute()
  return (await usableOn(db, rows, day))[0]
}

/** Templates that have a version for a day, to choose from, by title; of one kind or of all. */
export async function templatesFor(db: Db, day: Day, kind?: TemplateKind): Promise<UsableTemplate[]> {
  const rows = await templates(db)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .orderBy('title')
    .orderBy('id')
    .execute()
  return usableOn(db, rows, day)
}

/** The version of each template that applies on a day, if there is one. */
async function usableOn(db: Db, rows: readonly StoredTemplate[], day: Day): Promise<UsableTemplate[]> {
  const versions = Map.groupBy(
    await versionsOf(
      db,
      rows.map(({ id }) => id),
    ),
    ({ template_id }) => template_id,
  )
  return rows.flatMap(({ id, slug, title, kind }) => {
    const active = (versions.get(id) ?? []).filter(({ state }) => state === 'active')
    const version = versionOn(active, day)
    if (!version) return []
    const { number, sha256, mapping, found } = version
    const said = { version_id: version.id, number, sha256, mapping: mappingInPdf(mapping, found) }
    return [{ template_id: id, slug, title, kind, ...said }]
  })
}

/** Counts documents made from a version; the first one freezes it. */
export async function countMade(tx: Db, versionId: number, count: number): Promise<void> {
  await tx
    .updateTable('document_template_versions')
    .set((row) => ({ made: row('made', '+', count) }))
    .where('id', '=', versionId)
    .execute()
}
