import type { Day } from '#shared/dates.ts'

/** Conditions of R 10b.1 (4) EStR for a receipt without a hand signature, in the order of the page. */
export const machineConditions = [
  'official_text',
  'said_on_receipt',
  'signature',
  'access',
  'sums',
  'procedure',
] as const
export type MachineCondition = (typeof machineConditions)[number]

/** The organization's announcement to its tax office. */
export type Announcement = {
  tax_office: string
  announced_on: Day
  signatory: string
  procedure_kept: string
}

/** Facts that decide whether an organization's receipts are machine-made. */
export type MachineState = {
  announcement: Announcement | undefined
  /** The person whose signature is stored as a picture. */
  signatory: string | undefined
  /** Receipts whose sum is no longer that of their gifts. */
  differing: number
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * The six conditions, and which of them hold. Official text and protected access always do: receipts on a template
 * without the legal text are signed by hand (`document-templates/legal-checklist.ts`), and stored receipts cannot be
 * changed.
 */
export function conditionsOf({
  announcement,
  signatory,
  differing,
}: MachineState): { key: MachineCondition; met: boolean }[] {
  const met: Record<MachineCondition, boolean> = {
    official_text: true,
    said_on_receipt: announcement !== undefined,
    signature:
      signatory !== undefined && announcement !== undefined && same(signatory, announcement.signatory),
    access: true,
    sums: differing === 0,
    procedure: announcement !== undefined && announcement.procedure_kept.trim() !== '',
  }
  return machineConditions.map((key) => ({ key, met: met[key] }))
}

/** True when receipts about money go out on a day without a hand signature; never one with a waiver. */
export const isMachineMade = (state: MachineState, issueDay: Day, hasWaiver: boolean): boolean =>
  !hasWaiver &&
  state.announcement !== undefined &&
  state.announcement.announced_on <= issueDay &&
  conditionsOf(state).every(({ met }) => met)
