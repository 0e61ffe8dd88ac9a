import { answerExport } from '#features/exports/server/background.ts'
import { implement } from '#server/routes/implement.ts'
import { gifts } from '../contract.ts'
import { exportOfGifts } from './export.ts'
import { listGifts } from './queries.ts'

export const giftRoutes = implement(gifts, {
  list: ({ reader, query, user, locale }) => listGifts(reader, query, { user, locale }),
  export: (context) => answerExport('gifts', exportOfGifts, context),
})
