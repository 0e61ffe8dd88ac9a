import { mediaTypes } from '#shared/route.ts'
import { storedBytes } from '#server/files/contents.ts'
import { notFound } from '#server/base/errors.ts'
import { FileReply, implement } from '#server/routes/implement.ts'
import { signatures } from '../contract.ts'
import {
  organizationOf,
  presentSignature,
  removeSignature,
  signatureOf,
  storeSignature,
} from './signatures.ts'

export const signatureRoutes = implement(signatures, {
  read: async ({ reader, params }) => {
    const row = await signatureOf(reader, (await organizationOf(reader, params.slug)).id)
    return { signature: row ? presentSignature(row) : null }
  },

  file: async ({ reader, params, services }) => {
    const organization = await organizationOf(reader, params.slug)
    const row = await signatureOf(reader, organization.id)
    if (!row) throw notFound()
    const bytes = await storedBytes(services.files.contents, row.sha256)
    return new FileReply(bytes, mediaTypes.png, undefined, row.id)
  },

  keep: ({ db, params, body, upload, services, auditContext }) =>
    storeSignature(
      { db, contents: services.files.contents, context: auditContext },
      params.slug,
      upload,
      body.signatory,
    ),

  remove: ({ db, params, auditContext }) => removeSignature(db, auditContext, params.slug),
})
