import type { Label } from './labels.ts'

/** Status of projects and organizations (spec §4): number → name in filters, label, tone. */
export const statuses = {
  1: { name: 'in_progress', label: { text: 'labels.in_progress', tone: 'warning' } },
  2: { name: 'complete', label: { text: 'labels.complete', tone: 'success' } },
  3: { name: 'archived', label: { text: 'labels.archived', tone: 'default' } },
} as const satisfies Record<number, { name: string; label: Label }>

/** The label of a status number; undefined for a number the specification does not know. */
export function statusLabel(choice: number | null): Label | undefined {
  return choice === null ? undefined : statuses[choice as keyof typeof statuses]?.label
}

/** The same as a filter: by name, and by number. */
export const statusFilter = {
  values: {
    in_progress: 'labels.in_progress',
    complete: 'labels.complete',
    archived: 'labels.archived',
  },
  also: { 1: 'labels.in_progress', 2: 'labels.complete', 3: 'labels.archived' },
} as const
