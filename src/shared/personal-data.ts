import { can, type Holder, type Permission } from './permissions.ts'

/**
 * The rights that show personal data in clear, one rule for each piece and every way out: list, detail, search, filter,
 * ordering, document, print, mail, export and log (docs/decisions/0068). Whoever lacks them sees a mask or nothing, and
 * cannot search for it. A piece has several rights where any one of them is enough.
 */
export const personalData = {
  /** Who gave: name, address, e-mail address, and the words a donor wrote. The IBAN is masked for everybody. */
  donor: ['change_private_donations'],
  /** Account holder, IBAN and BIC of an organization. */
  bank_details: ['change_organizations', 'change_payouts'],
  /** IBAN of an account of its own that a project collects on; it has a title and no holder. */
  individual_account: ['view_settings', 'change_payouts'],
  /** E-mail address of a colleague: with the accounts, and in the outbox with the mails to it. */
  colleague: ['view_users', 'view_emails'],
} as const satisfies Record<string, readonly Permission[]>

export type PersonalPiece = keyof typeof personalData

/** True when a person sees a piece of personal data in clear. */
export function sees(holder: Holder, piece: PersonalPiece): boolean {
  return personalData[piece].some((right) => can(holder, right))
}

/** Who gave. */
export function seesDonors(holder: Holder): boolean {
  return sees(holder, 'donor')
}

/** The account an organization is paid on. */
export function seesBankDetails(holder: Holder): boolean {
  return sees(holder, 'bank_details')
}
