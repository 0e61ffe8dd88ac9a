import { mediaTypes } from '#shared/route.ts'
import { FileReply, implement } from '#server/routes/implement.ts'
import { machineReceipts } from '../machine-contract.ts'
import { renderer } from '#features/document-templates/render/in-sandbox.ts'
import { organizationOf } from '#features/signatures/server/signatures.ts'
import { announce, endAnnouncementOf, letterOf, machineReceiptsOf, reconciliationOf } from './machine-made.ts'

export const machineRoutes = implement(machineReceipts, {
  read: async ({ reader, params, today }) =>
    machineReceiptsOf(reader, await organizationOf(reader, params.slug), today),

  announce: async ({ db, params, body, today, auditContext }) => {
    const organization = await announce(db, auditContext, { slug: params.slug, today, announced: body })
    return machineReceiptsOf(db, organization, today)
  },

  end: ({ db, params, auditContext }) => endAnnouncementOf(db, auditContext, params.slug),

  letter: async ({ reader, params, today }) => {
    const organization = await organizationOf(reader, params.slug)
    const { bytes } = await renderer.paper(await letterOf(reader, organization, today))
    return new FileReply(
      Buffer.from(bytes),
      mediaTypes.pdf,
      `Anzeige_Zuwendungsbestaetigungen_${params.slug}.pdf`,
      organization.id,
    )
  },

  reconciliation: async ({ reader, params }) =>
    reconciliationOf(reader, (await organizationOf(reader, params.slug)).id),
})
