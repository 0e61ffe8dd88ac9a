/**
 * Which list each figure stands for, as the query string of its page. The server counts by the same words, so that a
 * figure and the list behind it cannot tell different stories.
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

/** Projects that wait for a review; an archived one waits for nothing. */
export const projectsToReview = { ...projectLists.needs_review, exclude_status: 'archived' } as const

/** My open tasks that are overdue or due by Sunday. */
export const dueTasks = { status: 'open', due: 'overdue,week' } as const

export const failedEmails = { state: 'failed' } as const

/** Payouts that somebody has to act on: into a file, or paid by the bank. */
export const waitingPayoutLists = {
  payouts_open: { state: 'open' },
  payouts_exported: { state: 'exported' },
} as const
