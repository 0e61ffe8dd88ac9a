import { financing } from '#shared/statuses.ts'

/** Reasons that prevent archiving a project, in the order they are reported. */
export const archiveBlockers = ['still_in_financing', 'unsettled_funds', 'open_payouts'] as const
export type ArchiveBlocker = (typeof archiveBlockers)[number]

/** The fields of a project that decide whether it may be archived; its stages in cents. */
export type Archivable = {
  financing: number | null
  funded_cents: number
  settled_cents: number
  paid_cents: number
}

/**
 * The reason why a project cannot be archived yet: it still collects money, something it received is unsettled, or a
 * payout is unpaid. Imported history counts as paid and blocks nothing.
 */
export function archiveBlocker(project: Archivable): ArchiveBlocker | undefined {
  if (project.financing === financing.inFinancing) return 'still_in_financing'
  if (project.funded_cents > project.settled_cents) return 'unsettled_funds'
  return project.settled_cents > project.paid_cents ? 'open_payouts' : undefined
}

/** Picks the code to report: the first one in the list's order. */
export function firstBlocker(codes: readonly ArchiveBlocker[]): ArchiveBlocker | undefined {
  return archiveBlockers.find((code) => codes.includes(code))
}
