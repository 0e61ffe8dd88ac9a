import { type Contents, storedBytes } from '#server/files/contents.ts'
import { notFound } from '#server/base/errors.ts'
import { FileReply, implement } from '#server/routes/implement.ts'
import { randomToken, sameSecret } from '#server/base/tokens.ts'
import { versionOf } from '#server/routes/if-match.ts'
import { mediaTypes } from '#shared/route.ts'
import { photos } from '../contract.ts'
import { addPhoto, changePhoto, orderPhotos, removePhoto } from './change.ts'
import { photoOf, photosOf, presentPhoto, projectOf, publicPhoto } from './queries.ts'

export const photoRoutes = implement(photos, {
  list: async ({ reader, params }) => {
    const project = await projectOf(reader, params.slug)
    const rows = await photosOf(reader, [project.id])
    return rows.map((photo, place) => presentPhoto(photo, place, project.slug))
  },

  upload: ({ db, params, body, upload, writeOnce, services, auditContext }) =>
    addPhoto(
      { db, contents: services.files.contents, context: auditContext, writeOnce },
      params.slug,
      upload,
      body.alt ?? '',
    ),

  order: ({ db, params, body, auditContext }) => orderPhotos(db, auditContext, params.slug, body.ids),

  change: (context) => {
    const { db, params, body, auditContext } = context
    const { version: _, ...change } = body
    return changePhoto(db, auditContext, { ...params, version: versionOf(context) }, change)
  },

  delete: ({ db, params, auditContext }) => removePhoto(db, auditContext, params),

  file: async ({ reader, params, services }) => {
    const { sha256, media_type } = await photoOf(reader, params)
    return pictureOf(services.files.contents, sha256, media_type)
  },

  thumb: async ({ reader, params, services }) => {
    const { thumb_sha256 } = await photoOf(reader, params)
    return pictureOf(services.files.contents, thumb_sha256, mediaTypes.webp)
  },

  preview: async ({ reader, params, query, services }) => {
    const photo = await publicPhoto(reader, params)
    // Compares even for an unknown photo, so that timing does not reveal whether it exists.
    const right = sameSecret(photo?.preview_token ?? randomToken(), query.preview_token)
    if (!photo || !right) throw notFound()
    return pictureOf(services.files.contents, photo.thumb_sha256, mediaTypes.webp)
  },
})

/** A picture for display; 409 if its bytes are missing or altered. */
async function pictureOf(contents: Contents, sha256: string, mediaType: string): Promise<FileReply> {
  return new FileReply(await storedBytes(contents, sha256), mediaType)
}
