import type { LeftOut } from './shape.ts'

/** The current activity of an import, or its result. */
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

/** Why the work on a file failed, other than reading errors. */
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

/** The planned records of a file, counted before anything is changed; amounts in euro cents. */
export type ImportCounts = {
  rows: number
  /** Lines that are no data, if counted. */
  left_out?: LeftOut
  signs?: Record<string, number>
  repaired?: number
  refused: number
  refused_by: { code: string; field: string; rows: number }[]
  organizations: { new: number; known: number }
  projects: { new: number; known: number }
  gifts: { new: number; known: number }
  years: { year: number; gifts: number; cents: number; new_cents: number }[]
  /** Missing in older counts. */
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

/** Gifts of earlier imports that rows reduce: by how many cents, per year of the gifts, the first ones by name. */
export type TakenBack = {
  gifts: number
  cents: number
  /** Missing in older counts. */
  years?: { year: number; cents: number }[]
  first: {
    line: number
    project: { slug: string; title: string }
    received_on: string
    cents: number
    left_cents: number
    import: { id: number; filename: string } | null
  }[]
}

/** New gifts and their sum in cents, and the amount taken off booked gifts: what a run books and a person confirms. */
export type Expected = { gifts: number; cents: number; taken_cents?: number | undefined }

/** The bookings of an import, as counted. */
export const bookedBy = ({ gifts, years, taken_back }: ImportCounts): Required<Expected> => ({
  gifts: gifts.new,
  cents: years.reduce((sum, year) => sum + year.new_cents, 0),
  taken_cents: taken_back?.cents ?? 0,
})

/** The sum that a person types: the larger of booked and reversed amounts. */
export const sumToType = ({ cents, taken_cents = 0 }: Expected) => Math.max(cents, taken_cents)

/** Why an import does not book what was counted: it differs from the confirmation, or a required one is missing. */
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

/** From this many gifts on, a higher percentage of organizations is unusual. */
const unusual = { gifts: 50, percent: 90 }

/**
 * True when nearly every gift brings a new organization: a column of projects or persons may have been mistaken for
 * organizations.
 */
export function hasManyOrganizations({ organizations, gifts }: ImportCounts): boolean {
  const all = gifts.new + gifts.known
  return all >= unusual.gifts && organizations.new * 100 > all * unusual.percent
}

/** Kinds of dependents that may prevent undoing an import. */
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

/** True while work on the file or its undo is in progress. */
export function isWorking(state: ImportState): boolean {
  return state === 'checking' || state === 'running' || state === 'undoing'
}

/** True when mapping and options may be changed, and the file checked or run. */
export function canChange(state: ImportState): boolean {
  return state !== 'done' && state !== 'undone' && !isWorking(state)
}

/** True when the import may run: there is something to import, and no refused row blocks it. */
export function canRun(state: ImportState, counts: ImportCounts | null, partial: boolean): boolean {
  if (!canChange(state)) return false
  if (!counts) return true // it is checked first, and stops there when rows are refused
  return counts.rows > counts.refused && (partial || counts.refused === 0)
}
