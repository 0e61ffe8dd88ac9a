import { basename } from 'node:path'
import { sql } from 'kysely'
import { normalizeLine } from '#shared/normalize.ts'
import { audit, type AuditContext, auditOf, differences } from '#server/audit/audit.ts'
import { type Contents, hashOf } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, HttpError, invalid, notFound } from '#server/base/errors.ts'
import type { WholeFile, WriteOnce } from '#server/routes/implement.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Photo } from '../contract.ts'
import { makePhotoInSandbox } from '../reading/in-sandbox.ts'
import { mostPhotos } from '../rules.ts'
import { lockProjectOf, photosOf, presentPhoto, projectOf, type StoredPhoto } from './queries.ts'

const longestName = 200

/** Name of an uploaded file, without the sender's folders. */
export function photoName(filename: string): string {
  return (
    normalizeLine(basename(filename.replaceAll('\\', '/')))
      .trim()
      .slice(0, longestName) || 'photo'
  )
}

type Place = { db: Db; contents: Contents; context: AuditContext; writeOnce: WriteOnce }

/** Stores a re-encoded photo as the project's last one. Throws 415 with the reason for a refused file. */
export async function addPhoto(
  { db, contents, context, writeOnce }: Place,
  slug: string,
  { bytes, filename }: WholeFile,
  alt: string,
): Promise<Photo> {
  refuseTooMany(await photosOf(db, [(await projectOf(db, slug)).id]))
  const made = await makePhotoInSandbox(bytes)
  const name = photoName(filename)
  if ('refused' in made) {
    const reason = { key: `photos.refused.${made.refused}`, parameters: { file: name } }
    throw new HttpError(415, 'invalid_file_type', { reason })
  }
  const { mediaType: media_type, width, height, kept, thumb } = made
  const sha256 = await contents.put(kept)
  const thumb_sha256 = await contents.put(thumb)
  const write = async (tx: Db): Promise<Photo> => {
    const project = await lockProjectOf(tx, slug)
    const others = await photosOf(tx, [project.id])
    refuseTooMany(others)
    const same = others.find((photo) => photo.sha256 === sha256)
    if (same) throw conflict('photo_known', { parameters: { file: same.filename } })
    const values = { filename: name, alt, media_type, width, height, sha256, thumb_sha256 }
    const photo = await tx
      .insertInto('photos')
      .values({
        ...values,
        project_id: project.id,
        position: (others.at(-1)?.position ?? 0) + 1,
        is_title: others.length === 0,
        size_bytes: kept.length,
        created_by: context.actor.id,
        created_at: context.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, context, {
      ...auditOf('project', project),
      action: 'add_photo',
      before: { photo: null },
      after: { photo: name, ...(alt && { alt }), sha256 },
    })
    return presentPhoto(photo, others.length, project.slug)
  }
  const { value: added } = await inTransaction(db, (tx) => writeOnce(tx, hashOf(bytes), () => write(tx)))
  // Before the row existed, the sweep may have deleted the bytes as orphans.
  if (!(await contents.has(sha256))) await contents.put(kept)
  if (!(await contents.has(thumb_sha256))) await contents.put(thumb)
  return added
}

function refuseTooMany(photos: readonly StoredPhoto[]): void {
  if (photos.length >= mostPhotos)
    throw invalid({ file: { key: 'photos.too_many', parameters: { count: mostPhotos } } })
}

type Change = { alt?: string | undefined; is_title?: true | undefined }

/** Describes a photo or makes it the title photo; writes only differences. */
export async function changePhoto(
  tx: Db,
  context: AuditContext,
  { slug, id, version }: { slug: string; id: number; version: number },
  { alt, is_title }: Change,
): Promise<Photo> {
  const project = await lockProjectOf(tx, slug)
  const all = await photosOf(tx, [project.id])
  const place = all.findIndex((one) => one.id === id)
  const photo = all[place]
  if (!photo) throw notFound()
  const now = () => presentPhoto(photo, place, project.slug)
  if (version !== photo.version) throw conflict('edit_conflict', { current: now() })
  const title = all.find((one) => one.is_title)
  const { before, after } = differences<Record<string, unknown>>(
    { alt: photo.alt, title_photo: title?.filename ?? null },
    {
      ...(alt !== undefined && { alt }),
      ...(is_title && title?.id !== id && { title_photo: photo.filename }),
    },
  )
  // The audit difference compares file names, which two photos can share, so this compares ids.
  const becomesTitle = is_title === true && title?.id !== id
  if (Object.keys(after).length === 0 && !becomesTitle) return now()
  if (becomesTitle) await setTitlePhoto(tx, project.id, id)
  const written = await tx
    .updateTable('photos')
    .set({ ...(alt !== undefined && { alt }), version: photo.version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(tx, context, {
    ...auditOf('project', project),
    action: 'change_photo',
    before: { photo: photo.filename, ...before },
    after: becomesTitle ? { ...after, title_photo: photo.filename } : after,
  })
  return presentPhoto(written, place, project.slug)
}

async function setTitlePhoto(tx: Db, projectId: number, id: number): Promise<void> {
  await tx
    .updateTable('photos')
    .set({ is_title: false })
    .where('project_id', '=', projectId)
    .where('is_title', '=', true)
    .execute()
  await tx.updateTable('photos').set({ is_title: true }).where('id', '=', id).execute()
}

/** Reorders a project's photos; 409 unless all current photos are named. */
export async function orderPhotos(
  tx: Db,
  context: AuditContext,
  slug: string,
  ids: readonly number[],
): Promise<Photo[]> {
  const project = await lockProjectOf(tx, slug)
  const before = await photosOf(tx, [project.id])
  const byId = new Map(before.map((photo) => [photo.id, photo]))
  const after = ids.flatMap((id) => byId.get(id) ?? [])
  const present = (photos: StoredPhoto[]) =>
    photos.map((photo, place) => presentPhoto(photo, place, project.slug))
  if (after.length !== before.length || new Set(ids).size !== ids.length || ids.length !== before.length)
    throw conflict('photos_changed', { current: present(before) })
  if (after.every((photo, place) => photo === before[place])) return present(before)
  await sql`
    update photos set position = wanted.position
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, position)
    where photos.id = wanted.id`.execute(tx)
  const names = (photos: StoredPhoto[]) => photos.map(({ filename }) => filename).join(', ')
  await audit(tx, context, {
    ...auditOf('project', project),
    action: 'order_photos',
    before: { photo_order: names(before), ids: before.map(({ id }) => id) },
    after: { photo_order: names(after) },
  })
  return present(after)
}

/** Deletes a photo; the next sweep deletes its bytes. If it was the title photo, the first remaining one becomes it. */
export async function removePhoto(
  tx: Db,
  context: AuditContext,
  { slug, id }: { slug: string; id: number },
): Promise<void> {
  const project = await lockProjectOf(tx, slug)
  const all = await photosOf(tx, [project.id])
  const photo = all.find((one) => one.id === id)
  if (!photo) throw notFound()
  await tx.deleteFrom('photos').where('id', '=', id).execute()
  const heir = photo.is_title ? all.find((one) => one !== photo) : undefined
  if (heir) await setTitlePhoto(tx, project.id, heir.id)
  const { filename, alt, sha256 } = photo
  await audit(tx, context, {
    ...auditOf('project', project),
    action: 'delete_photo',
    before: { photo: filename, alt, sha256, ...(heir && { title_photo: filename }) },
    after: { photo: null, ...(heir && { title_photo: heir.filename }) },
  })
}
