import { can, type Holder, type Permission } from './permissions.ts'

/**
 * The rights that show personal data unmasked, one rule per piece for every output: list, detail, search, filter,
 * ordering, document, print, mail, export and log (docs/decisions/0068). People without them see a mask or nothing, and
 * cannot search for it. Where a piece has several rights, any one of them is enough.
 */
export const personalData = {
  /** Donors: name, address, e-mail address, and the donor's message. The IBAN is masked for everybody. */
  donor: ['change_private_donations'],
  /** Account holder, IBAN and BIC of an organization. */
  bank_details: ['change_organizations', 'change_payouts'],
  /** IBAN of a project's own collecting account; it has a title and no holder. */
  individual_account: ['view_settings', 'change_payouts'],
  /** E-mail address of a colleague: in the accounts, and in the outbox as a recipient. */
  colleague: ['view_users', 'view_emails'],
} as const satisfies Record<string, readonly Permission[]>

export type PersonalPiece = keyof typeof personalData

/** True when a person sees a piece of personal data unmasked. */
export function sees(holder: Holder, piece: PersonalPiece): boolean {
  return personalData[piece].some((right) => can(holder, right))
}

export function seesDonors(holder: Holder): boolean {
  return sees(holder, 'donor')
}

export function seesBankDetails(holder: Holder): boolean {
  return sees(holder, 'bank_details')
}
