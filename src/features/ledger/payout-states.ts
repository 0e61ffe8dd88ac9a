import type { Label } from '#shared/labels.ts'

/** States of a payout (product.md §4) and their labels. */
export const payoutLabels = {
  open: { text: 'labels.payout_open', tone: 'warning' },
  exported: { text: 'labels.payout_exported', tone: 'info' },
  marked_paid: { text: 'labels.payout_marked_paid', tone: 'success' },
  cancelled: { text: 'labels.payout_cancelled', tone: 'default' },
} as const satisfies Record<string, Label>
