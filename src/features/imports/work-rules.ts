import type { LeftOut } from './shape.ts'

/** What an import does at the moment, or how it ended. */
export const importStates = [
  'uploaded',
  'checking',
  'checked',
  'running',
  'done',
  'failed',
  'cancelled',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

export const importSteps = ['reading', 'staging', 'matching', 'applying', 'undoing'] as const
export type ImportStep = (typeof importSteps)[number]

/** Why the work on a file failed, beside what makes a file unreadable. */
export const failureCodes = [
  'rows_refused',
  'no_rows',
  'too_many_namesakes',
  'question_open',
  'unconfirmed',
  'funding_type_switched_off',
  'organization_archived',
  'project_closed',
  'not_confirmed',
  'not_as_confirmed',
  'month_closed',
  'import_depends',
  'interrupted',
  'server_stopped',
  'money_right',
  'undo_interrupted',
  'unexpected',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** What a file brings, counted before anything is changed; amounts in euro cents. */
export type ImportCounts = {
  rows: number
  /** Lines that are no rows, where they were counted. */
  left_out?: LeftOut
  /** Signs nobody sees, and in how many places each stands. */
  signs?: Record<string, number>
  /** Rows that a person's repairs change, where there are any. */
  repaired?: number
  refused: number
  refused_by: { code: string; field: string; rows: number }[]
  organizations: { new: number; known: number }
  projects: { new: number; known: number }
  gifts: { new: number; known: number }
  years: { year: number; gifts: number; cents: number; new_cents: number }[]
  /** Missing in counts from before they were kept. */
  currencies?: {
    year: number
    currency: string
    gifts: number
    source_cents: number
    cents: number
    new_cents: number
  }[]
  equal_rows?: number
  reversals?: { new: number; known: number; cents: number }
  taken_back?: TakenBack
  alike?: { pairs: number; first: [string, string][] }
}

/** Gifts that earlier imports booked and rows take something off; cents as they were and as they will be, the first by name. */
export type TakenBack = {
  gifts: number
  cents: number
  first: {
    line: number
    project: { slug: string; title: string }
    received_on: string
    cents: number
    left_cents: number
    import: { id: number; filename: string } | null
  }[]
}

/** New gifts and their sum in cents, and what is taken off booked ones: what a run books, and what a person confirms. */
export type Expected = { gifts: number; cents: number; taken_cents?: number | undefined }

/** What an import books, as it was counted. */
export const bookedBy = ({ gifts, years, taken_back }: ImportCounts): Required<Expected> => ({
  gifts: gifts.new,
  cents: years.reduce((sum, year) => sum + year.new_cents, 0),
  taken_cents: taken_back?.cents ?? 0,
})

/** The sum that a person types: of what is booked or of what is taken back, whichever is more. */
export const sumToType = ({ cents, taken_cents = 0 }: Expected) => Math.max(cents, taken_cents)

/** Why an import does not book what was counted: it is not what was confirmed, or nobody confirmed so much. */
export function whyNotBooked(
  counts: ImportCounts,
  expected: Expected | null,
  confirmFromCents: number,
): 'not_as_confirmed' | 'not_confirmed' | undefined {
  const booked = bookedBy(counts)
  const { gifts, cents, taken_cents } = booked
  if (expected) {
    const isSame =
      expected.gifts === gifts && expected.cents === cents && (expected.taken_cents ?? 0) === taken_cents
    return isSame ? undefined : 'not_as_confirmed'
  }
  return sumToType(booked) >= confirmFromCents ? 'not_confirmed' : undefined
}

/** From so many gifts on, more organizations than these in a hundred of them are not usual. */
const unusual = { gifts: 50, percent: 90 }

/** True where nearly each gift brings a new organization: a column of projects or persons may have been taken for it. */
export function hasManyOrganizations({ organizations, gifts }: ImportCounts): boolean {
  const all = gifts.new + gifts.known
  return all >= unusual.gifts && organizations.new * 100 > all * unusual.percent
}

/** What may stand in the way of undoing an import. */
export const dependentKinds = [
  'payouts',
  'gifts',
  'projects',
  'edited',
  'tasks',
  'imports',
  'months',
] as const
export type DependentKind = (typeof dependentKinds)[number]

/** True while somebody is at work on the file, or on undoing what it brought. */
export function isWorking(state: ImportState): boolean {
  return state === 'checking' || state === 'running' || state === 'undoing'
}

/** True when mapping and options may still be changed, and the file be checked or run. */
export function canChange(state: ImportState): boolean {
  return state !== 'done' && state !== 'undone' && !isWorking(state)
}

/** True when the import may be run: there is something to take, and no refused row keeps it out. */
export function canRun(state: ImportState, counts: ImportCounts | null, partial: boolean): boolean {
  if (!canChange(state)) return false
  if (!counts) return true // it is checked first, and stops there when rows are refused
  return counts.rows > counts.refused && (partial || counts.refused === 0)
}
