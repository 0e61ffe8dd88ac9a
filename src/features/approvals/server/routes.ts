import { AnswerAbout, type Implemented, implement } from '#server/routes/implement.ts'
import { approvals } from '../contract.ts'
import { approve, reject, withdraw } from './decide.ts'
import { getApproval, listApprovals, summaryOf } from './queries.ts'

/** `all` are the implemented calls that can wait for approval. */
export const approvalRoutes = (all: () => readonly Implemented[]) =>
  implement(approvals, {
    list: (context) => listApprovals(context.db, context.query, context),

    summary: ({ db, user, now }) => summaryOf(db, user, now),

    read: async (context) => {
      const approval = await getApproval(context.db, context.params.id, context)
      return new AnswerAbout({ id: approval.id, title: approval.about.title }, approval)
    },

    approve: async (context) => {
      await approve(context, all())
      return getApproval(context.db, context.params.id, context)
    },

    reject: async (context) => {
      await reject(context, context.body.reason)
      return getApproval(context.db, context.params.id, context)
    },

    withdraw: async (context) => {
      await withdraw(context)
      return getApproval(context.db, context.params.id, context)
    },
  })
