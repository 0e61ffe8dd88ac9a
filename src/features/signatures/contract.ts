import { z } from 'zod'
import { mediaTypes, route } from '#shared/route.ts'
import { bySlug, Instant, line } from '#shared/shapes.ts'
import { longestSignatory, maxSignatureBytes, signatureBeginning } from './rules.ts'

/** The signature for an organization's documents whose template has a place for it. */
export const Signature = z
  .object({
    id: z.int(),
    signatory: z.string(),
    width: z.int(),
    height: z.int(),
    created_by: z.string(),
    created_at: Instant,
  })
  .meta({ id: 'Signature' })
export type Signature = z.infer<typeof Signature>

const path = '/api/v4/organization/:slug/signature/' as const
const access = 'change_organizations'

export const signatures = {
  read: route({
    method: 'GET',
    path,
    shows: ['signature'],
    access,
    summary: 'Get the signature shown on an organization’s documents; null if there is none',
    params: bySlug,
    response: z.object({ signature: Signature.nullable() }),
  }),
  file: route({
    method: 'GET',
    path: `${path}file/`,
    recorded: { action: 'read', object_type: 'signature' },
    access,
    summary: 'Get the picture of the signature; each view is logged',
    params: bySlug,
    response: 'file',
    media: [mediaTypes.png],
    refusals: [409],
  }),
  keep: route({
    method: 'POST',
    path,
    changes: ['signature'],
    access,
    summary:
      'Set the signature from a picture (JPEG, PNG or WebP, at most 4 MB), re-encoded without the paper background; it ' +
      'replaces the previous one',
    params: bySlug,
    upload: {
      maxBytes: maxSignatureBytes,
      fields: z.object({ signatory: line(longestSignatory).min(1, 'validation.required') }),
      whole: {
        begins: signatureBeginning,
        within: 12,
        otherwise: { code: 'invalid_file_type', reason: 'documents.signature.refused.not_a_picture' },
      },
    },
    response: Signature,
    ownTransaction: true,
  }),
  remove: route({
    method: 'DELETE',
    path,
    changes: ['signature'],
    access,
    summary: 'Remove the signature; new documents have none, and receipts that carry it stay unchanged',
    params: bySlug,
    response: 'empty',
  }),
}
