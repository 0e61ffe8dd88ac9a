import type { Label } from '#shared/labels.ts'

export const proofLabels = {
  expired: { text: 'labels.expired', tone: 'danger' },
  valid: { text: 'labels.valid', tone: 'success' },
} as const satisfies Record<string, Label>

/** Proof status of an organization (spec §4). */
export function proofName(organization: {
  is_notice_of_exemption_expired: boolean
}): keyof typeof proofLabels {
  return organization.is_notice_of_exemption_expired ? 'expired' : 'valid'
}

export const proofExpired: Label = { text: 'labels.proof_expired', tone: 'danger' }
