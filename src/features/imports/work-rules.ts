/** What an import does at the moment, or how it ended. */
export const importStates = [
  'uploaded',
  'checking',
  'checked',
  'running',
  'done',
  'failed',
  'cancelled',
] as const
export type ImportState = (typeof importStates)[number]

export const importSteps = ['reading', 'staging', 'matching', 'applying'] as const
export type ImportStep = (typeof importSteps)[number]

/** Why the work on a file failed, beside what makes a file unreadable. */
export const failureCodes = [
  'rows_refused',
  'no_rows',
  'too_many_namesakes',
  'funding_type_switched_off',
  'interrupted',
  'unexpected',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** What a file brings, counted before anything is changed; amounts in euro cents. */
export type ImportCounts = {
  rows: number
  refused: number
  refused_by: { code: string; field: string; rows: number }[]
  organizations: { new: number; known: number }
  projects: { new: number; known: number }
  gifts: { new: number; known: number }
  years: { year: number; gifts: number; cents: number; new_cents: number }[]
}

/** True while somebody is at work on the file. */
export function isWorking(state: ImportState): boolean {
  return state === 'checking' || state === 'running'
}

/** True when mapping and options may still be changed, and the file be checked or run. */
export function canChange(state: ImportState): boolean {
  return state !== 'done' && !isWorking(state)
}

/** True when the import may be run: there is something to take, and no refused row keeps it out. */
export function canRun(state: ImportState, counts: ImportCounts | null, partial: boolean): boolean {
  if (!canChange(state)) return false
  if (!counts) return true // it is checked first, and stops there when rows are refused
  return counts.rows > counts.refused && (partial || counts.refused === 0)
}

/**
 * How many seconds a database of one session serves nobody else while an import is applied. It needs 0.13 ms of a
 * processor for each organization, project and gift (docs/performance.md); half as much again is for slower machines.
 */
export function secondsOfWaiting({ organizations, projects, gifts }: ImportCounts): number {
  return Math.ceil((organizations.new + projects.new + gifts.new) * 0.0002)
}
