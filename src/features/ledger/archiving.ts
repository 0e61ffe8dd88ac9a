import { financing } from '#shared/statuses.ts'

/** What keeps a project from the archive, in the order it is said. */
export const archiveBlockers = ['still_in_financing', 'unsettled_funds', 'open_payouts'] as const
export type ArchiveBlocker = (typeof archiveBlockers)[number]

/** What of a project decides whether it may be archived; cents of its stages. */
export type Archivable = {
  financing: number | null
  funded_cents: number
  settled_cents: number
  paid_cents: number
}

/**
 * Why a project cannot be archived yet: it still collects money, something it received is in no payout, or a payout is
 * not paid. Imported history is paid and blocks nothing.
 */
export function archiveBlocker(project: Archivable): ArchiveBlocker | undefined {
  if (project.financing === financing.inFinancing) return 'still_in_financing'
  if (project.funded_cents > project.settled_cents) return 'unsettled_funds'
  return project.settled_cents > project.paid_cents ? 'open_payouts' : undefined
}

/** The code that is said of several: the first of their order. */
export function firstBlocker(codes: readonly ArchiveBlocker[]): ArchiveBlocker | undefined {
  return archiveBlockers.find((code) => codes.includes(code))
}
