import type { PersonalPiece } from '#shared/personal-data.ts'
import { addMonths, type Day } from '#shared/dates.ts'

/** Types of documents (interface.md, calls 19). */
export const documentTypes = [
  'exemption_notice',
  'statutes',
  'account_proof',
  'funding_agreement',
  'receipt',
  'letter',
  'other',
] as const
export type DocumentType = (typeof documentTypes)[number]

/**
 * A target has one current document of these types: a new one supersedes the old, which stays as history (product.md
 * §5).
 */
const onceTypes: readonly DocumentType[] = [
  'exemption_notice',
  'statutes',
  'account_proof',
  'funding_agreement',
]
export const existsOnce = (type: DocumentType) => onceTypes.includes(type)

/** Types that describe an organization; they are no secret between companies. */
const ofOrganization: readonly DocumentType[] = ['exemption_notice', 'statutes', 'account_proof']
export const isOfOrganization = (type: DocumentType) => ofOrganization.includes(type)

/**
 * Kinds that staff choose on uploading: a finding under § 60a AO is a proof like a notice, for a shorter time; a letter
 * to a donor is open only to people who see donors.
 */
export const uploadKinds = ['', 'art60a', 'donor_letter'] as const
export type UploadKind = (typeof uploadKinds)[number]

/** The type that each special kind is one of. */
export const typeOfKind = { art60a: 'exemption_notice', donor_letter: 'letter' } as const satisfies Record<
  Exclude<UploadKind, ''>,
  DocumentType
>

/** Documents that name private persons or show their accounts; their log records each view. */
const personalTypes: readonly DocumentType[] = ['account_proof', 'receipt', 'letter']
export const isPersonal = (type: DocumentType) => personalTypes.includes(type)

/** The piece of personal data a document shows, whose right opens its file (docs/decisions/0068). */
export function personalPieceOf({
  type,
  kind,
}: {
  type: DocumentType
  kind: string
}): PersonalPiece | undefined {
  if (type === 'receipt' || kind === 'thank_you' || kind === 'donor_letter') return 'donor'
  return type === 'account_proof' ? 'bank_details' : undefined
}

export const targetTypes = ['project', 'organization'] as const
export type TargetType = (typeof targetTypes)[number]

/** The state of a document: the first that applies; `current` has no label. */
export const documentStates = ['withdrawn', 'superseded', 'expired', 'valid', 'original', 'current'] as const
export type DocumentState = (typeof documentStates)[number]

/** How a document leaves the house: attached to its mail, or as an address that opens it until a day. */
export const sendingWays = ['attachment', 'link'] as const
export type SendingWay = (typeof sendingWays)[number]

/** Maximum and default number of days that a link opens a document. */
export const longestLinkDays = 90
export const usualLinkDays = 14

export const documentLinkStates = ['open', 'over', 'ended'] as const
export type DocumentLinkState = (typeof documentLinkStates)[number]

/** From this many days before its end on a document's days are counted. */
export const warnedDays = 90

/** Days before the last day of a proof on which somebody gets a task to ask for a new one (product.md §6). */
export const proofTaskDays = [90, 30, 0] as const

/** The last day of a proof that names none itself: its issue day and the months that such a proof counts (§ 63 (5) AO). */
export function provenUntil(
  document: { type: DocumentType; kind: string; issued_on: Day | null; expires_on: Day | null },
  months: { notice: number; art60a: number },
): Day | null {
  const { type, kind, issued_on, expires_on } = document
  if (expires_on !== null || type !== 'exemption_notice' || issued_on === null) return expires_on
  return addMonths(issued_on, kind === 'art60a' ? months.art60a : months.notice)
}

/** End of a document's legal retention period; null when there is none. */
export function keptUntil(
  { type, issued_on, created_on }: { type: DocumentType; issued_on: Day | null; created_on: Day },
  months: number,
): Day | null {
  return type === 'receipt' ? addMonths(issued_on ?? created_on, months) : null
}
