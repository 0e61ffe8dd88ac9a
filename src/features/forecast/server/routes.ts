import { implement } from '#server/routes/implement.ts'
import { raiseNoticeTask } from '#features/organizations/server/proof-tasks.ts'
import { forecast } from '../contract.ts'
import { endingMonths, endingMonthsReply } from './months.ts'
import { listEnding, openAmong } from './queries.ts'

export const forecastRoutes = implement(forecast, {
  list: async ({ reader, query, today }) => {
    const { rows, ...page } = await listEnding(reader, query, today)
    return {
      ...page,
      results: rows.map(({ id, slug, title, ...row }) => ({ ...row, organization: { id, slug, title } })),
    }
  },

  months: ({ reader, today }) => endingMonths(reader, today),

  monthsExport: ({ reader, ...asked }) => endingMonthsReply(reader, asked),

  ask: async ({ db, body, today, auditContext }) => {
    const open = await openAmong(db, { slugs: body.organization_slugs, run: body.run }, today)
    let created = 0
    for (const one of open) {
      // oxlint-disable-next-line no-await-in-loop -- one after another: they share a connection
      if (await raiseNoticeTask(db, { today, auditContext }, one, one.proof_until)) created++
    }
    return { created, left_out: body.organization_slugs.length - created }
  },
})
