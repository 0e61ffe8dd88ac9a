import { z } from 'zod'
import { mediaTypes, route } from '#shared/route.ts'
import { bySlug, line, Version, wholeNumber } from '#shared/shapes.ts'
import { longestAlt, maxPhotoBytes, photoBeginning } from './rules.ts'

/** A photo of a project; lists keep their order. */
export const Photo = z
  .object({
    id: z.int(),
    url: z.string(),
    thumb_url: z.string(),
    /** The photo shown first, or alone where only one is shown. */
    is_title: z.boolean(),
    alt: z.string(),
    /** Starts at 1. */
    position: z.int(),
    filename: z.string(),
    width: z.int(),
    height: z.int(),
    version: z.int(),
  })
  .meta({ id: 'Photo' })
export type Photo = z.infer<typeof Photo>

const Photos = z.array(Photo)
const path = '/api/v3/projects/:slug/photos/' as const
const id = wholeNumber(1, Number.MAX_SAFE_INTEGER)
const ofPhoto = bySlug.extend({ id })
const pictures = [mediaTypes.jpeg, mediaTypes.png, mediaTypes.webp]

export const photos = {
  list: route({
    method: 'GET',
    path,
    shows: ['photo'],
    access: 'view_projects',
    summary: 'List the photos of a project in order',
    params: bySlug,
    response: Photos,
  }),
  upload: route({
    method: 'POST',
    path,
    changes: ['photo'],
    access: 'change_projects',
    summary:
      'Add a photo (JPEG, PNG or WebP, at most 10 MB and 50 megapixels) after the others, re-encoded without location and ' +
      'camera data; the first one becomes the title photo',
    params: bySlug,
    upload: {
      maxBytes: maxPhotoBytes,
      fields: z.object({ alt: line(longestAlt).optional() }),
      whole: {
        begins: photoBeginning,
        within: 12,
        otherwise: { code: 'invalid_file_type', reason: 'photos.refused.not_a_photo' },
      },
    },
    response: Photo,
    status: 201,
    ownTransaction: true,
    idempotent: true,
    refusals: [409],
  }),
  order: route({
    method: 'PUT',
    path: `${path}order/`,
    changes: ['photo'],
    access: 'change_projects',
    summary: 'Reorder the photos of a project; the call must name all of them',
    params: bySlug,
    body: z.strictObject({ ids: z.array(z.int('validation.integer').min(1)).min(1).max(1000) }),
    response: Photos,
    refusals: [409],
  }),
  change: route({
    method: 'PATCH',
    path: `${path}:id/`,
    changes: ['photo'],
    access: 'change_projects',
    summary: 'Describe a photo or make it the title photo; requires the version last read',
    params: ofPhoto,
    body: z.strictObject({
      alt: line(longestAlt).optional(),
      is_title: z.literal(true, 'validation.unknown_value').optional(),
      version: Version.optional(),
    }),
    response: Photo,
    refusals: [409],
  }),
  delete: route({
    method: 'DELETE',
    path: `${path}:id/`,
    changes: ['photo'],
    access: 'change_projects',
    summary: 'Delete a photo; if it was the title photo, the first remaining one replaces it',
    params: ofPhoto,
    response: 'empty',
  }),
  file: route({
    method: 'GET',
    path: `${path}:id/file/`,
    access: 'view_projects',
    summary: 'Get the photo, verified against its hash',
    params: ofPhoto,
    response: 'file',
    media: pictures,
    refusals: [409],
  }),
  thumb: route({
    method: 'GET',
    path: `${path}:id/thumb/`,
    access: 'view_projects',
    summary: 'Get the thumbnail, verified against its hash',
    params: ofPhoto,
    response: 'file',
    media: pictures,
    refusals: [409],
  }),
  /** Public preview: its address shows the photos of its public projects, and of no others. */
  preview: route({
    method: 'GET',
    path: '/organization/:slug/photos/:id/',
    access: 'public',
    summary: 'Get a thumbnail for the public preview; requires its token',
    params: ofPhoto,
    query: z.object({ preview_token: z.string().max(200).default('') }),
    response: 'file',
    media: pictures,
    refusals: [409],
  }),
}
