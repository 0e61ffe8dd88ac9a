/**
 * The list behind each figure, as the query string of its page. The server counts by the same query, so that a figure
 * always agrees with its list.
 */
export const projectLists = {
  all: {},
  fully_funded: { financing_status: 'fully_funded' },
  in_financing: { financing_status: 'in_financing' },
  expired: { financing_status: 'expired' },
  banned: { financing_status: 'banned' },
  with_financing: { financing_status: 'fully_funded,in_financing,expired,banned' },
  needs_review: { needs_review: 'review,voting_review' },
} as const satisfies Record<string, Record<string, string>>

/** Projects that wait for a review; archived ones wait for none. */
export const projectsToReview = { ...projectLists.needs_review, exclude_status: 'archived' } as const

/** My open tasks that are overdue or due by Sunday. */
export const dueTasks = { status: 'open', due: 'overdue,week' } as const

export const failedEmails = { state: 'failed' } as const

/** Payouts that wait for an act: to be put into a file, or to be paid by the bank. */
export const waitingPayoutLists = {
  payouts_open: { state: 'open' },
  payouts_exported: { state: 'exported' },
} as const
