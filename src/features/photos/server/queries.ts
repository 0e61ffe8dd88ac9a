import { sql, type Selectable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.ts'
import { notFound } from '#server/base/errors.ts'
import { lockedFor } from '#server/db/locks.ts'
import { notRemoved } from '#server/lists/removed-rows.ts'
import { recordStatus, reviewOutcome } from '#shared/statuses.ts'
import type { Photo } from '../contract.ts'

export type StoredPhoto = Selectable<DB['photos']>
export type PhotoProject = { id: number; slug: string; title: string }

const projectBySlug = (db: Db, slug: string) =>
  db.selectFrom('projects').select(['id', 'slug', 'title']).where('slug', '=', slug).where(notRemoved)

export async function projectOf(db: Db, slug: string): Promise<PhotoProject> {
  const row = await projectBySlug(db, slug).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The project of a slug, locked until the transaction ends, so that changes of its photos wait for each other. */
export async function lockProjectOf(tx: Db, slug: string): Promise<PhotoProject> {
  const row = await projectBySlug(tx, slug).$call(lockedFor('change')).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export function photosOf(db: Db, projectIds: readonly number[]): Promise<StoredPhoto[]> {
  if (projectIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('photos')
    .selectAll()
    .where('project_id', 'in', [...projectIds])
    .orderBy('project_id')
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function countPhotos(db: Db, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('photos')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function photoOf(db: Db, { slug, id }: { slug: string; id: number }): Promise<StoredPhoto> {
  const project = await projectOf(db, slug)
  const photo = (await photosOf(db, [project.id])).find((one) => one.id === id)
  if (!photo) throw notFound()
  return photo
}

/** A photo of an organization's public project, with the organization's preview token; undefined if there is none. */
export async function publicPhoto(db: Db, { slug, id }: { slug: string; id: number }) {
  const { rows } = await sql<StoredPhoto & { preview_token: string }>`
    select photos.*, organizations.preview_token from photos
    join projects on projects.id = photos.project_id
    join organizations on organizations.id = projects.organization_id
    where photos.id = ${id} and organizations.slug = ${slug} and projects.status = ${sql.lit(recordStatus.complete)}
      and projects.review_status = ${sql.lit(reviewOutcome.passed)}`.execute(db)
  return rows[0]
}

/** A photo in the API's format; `place` is its position. */
export function presentPhoto(photo: StoredPhoto, place: number, slug: string): Photo {
  const { id, is_title, alt, filename, width, height, version } = photo
  const address = `/api/v3/projects/${encodeURIComponent(slug)}/photos/${id}`
  return {
    id,
    url: `${address}/file/`,
    thumb_url: `${address}/thumb/`,
    is_title,
    alt,
    position: place + 1,
    filename,
    width,
    height,
    version,
  }
}
