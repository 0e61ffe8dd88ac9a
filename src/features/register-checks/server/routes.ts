import { implement } from '#server/routes/implement.ts'
import { registerChecks } from '../contract.ts'
import { recordCheck, registerChecksOf } from './checks.ts'

export const registerCheckRoutes = implement(registerChecks, {
  read: ({ reader, params, today }) => registerChecksOf(reader, params.slug, today),

  record: async ({ db, params, body, today, auditContext }) => {
    await recordCheck(db, auditContext, { slug: params.slug, today, check: body })
    return registerChecksOf(db, params.slug, today)
  },
})
