import type { Label } from './labels.ts'

/**
 * The numbers of a project's or an organization's status on the wire and in the database (spec §4). A removed one was
 * undone with its import: its row remains for the ledger only and is never on the wire (docs/decisions/0041).
 */
export const recordStatus = { inProgress: 1, complete: 2, archived: 3, removed: 4 } as const

/** The numbers of a review's outcome (spec §4). `passed` makes a project public; `accepted` passes without publishing it. */
export const reviewOutcome = { passed: 2, rejected: 3, accepted: 4 } as const
export type ReviewOutcome = (typeof reviewOutcome)[keyof typeof reviewOutcome]

/** Whether this outcome means a passed review; null is no outcome yet. */
export const passes = (outcome: number | null): boolean =>
  outcome === reviewOutcome.passed || outcome === reviewOutcome.accepted

/** The stored financing stages of a project's row; null is none of them. */
export const financing = { fullyFunded: 1, expired: 2, inFinancing: 3 } as const
export type FinancingStage = (typeof financing)[keyof typeof financing]

/** Status of projects and organizations (spec §4): number → name in filters, label, tone. */
export const statuses = {
  1: { name: 'in_progress', label: { text: 'labels.in_progress', tone: 'warning' } },
  2: { name: 'complete', label: { text: 'labels.complete', tone: 'success' } },
  3: { name: 'archived', label: { text: 'labels.archived', tone: 'default' } },
} as const satisfies Record<number, { name: string; label: Label }>

/** The label of a status number; undefined for an unknown number. */
export function statusLabel(choice: number | null): Label | undefined {
  return choice === null ? undefined : statuses[choice as keyof typeof statuses]?.label
}

/** The same as a filter: by name and by number. */
export const statusFilter = {
  values: {
    in_progress: 'labels.in_progress',
    complete: 'labels.complete',
    archived: 'labels.archived',
  },
  also: { 1: 'labels.in_progress', 2: 'labels.complete', 3: 'labels.archived' },
} as const
