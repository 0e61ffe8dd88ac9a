import { scopeOf } from '#server/auth/company-scope.ts'
import { invalid } from '#server/base/errors.ts'
import { guarded, implement } from '#server/routes/implement.ts'
import { answerExport } from '#features/exports/server/background.ts'
import { lockClaim, postClaimReturn, postClaimWriteOff } from '#features/ledger/server/claims.ts'
import { funding, recoveryClaims } from '../contract.ts'
import { assessDefunding, assessFunding, assessWriteOff } from './approval.ts'
import { completeTaskOf, exportOfClaims, getClaim, listClaims } from './claims.ts'
import { defundInternally, previewDefunding } from './defund.ts'
import { fundInternally } from './fund.ts'
import { markedPayments, previewFunding } from './preview.ts'

export const fundingRoutes = implement(funding, {
  fund: guarded(assessFunding, (context) => fundInternally(context, context.body)),
  preview: (context) => previewFunding(context, context.query),
  checkMarkedPayments: async ({ reader, query, user }) => ({
    results: await markedPayments(reader, query.project_slugs, scopeOf(user)),
  }),
  previewDefunding: ({ reader, query, user }) => previewDefunding(reader, query.project_slug, scopeOf(user)),
  defund: guarded(assessDefunding, (context) => defundInternally(context, context.body)),
})

export const recoveryClaimRoutes = implement(recoveryClaims, {
  list: ({ reader, query, user, locale }) => listClaims(reader, query, scopeOf(user), locale),

  export: (context) => {
    return answerExport('recovery_claims', exportOfClaims, context)
  },

  bookReturn: async (context) => {
    const { db, user, params, body, auditContext, today, locale } = context
    if (body.received_on > today) throw invalid({ received_on: 'funding.day_in_future' })
    const claim = await lockClaim(db, params.slug, scopeOf(user))
    if (body.received_on < claim.opened_on) throw invalid({ received_on: 'claims.before_opened' })
    await postClaimReturn(db, auditContext, claim, body)
    await completeTaskOf(context, claim)
    return getClaim(db, params.slug, scopeOf(user), locale)
  },

  writeOff: guarded(assessWriteOff, async (context) => {
    const { db, user, params, body, auditContext, today, locale } = context
    const claim = await lockClaim(db, params.slug, scopeOf(user))
    await postClaimWriteOff(db, auditContext, claim, { reason: body.reason, business_day: today })
    await completeTaskOf(context, claim)
    return getClaim(db, params.slug, scopeOf(user), locale)
  }),
})
