import type { Import } from './data.ts'

/** The steps of an import in order; each has its own URL (`?step=`). */
export const importViews = ['columns', 'repair', 'confirm', 'imported'] as const
export type ImportView = (typeof importViews)[number]

/** The current step: the requested one, else the next to do. */
export function viewOf(data: Pick<Import, 'state' | 'counts'>, asked: string | undefined): ImportView {
  return importViews.find((view) => view === asked && isOpen(data, view)) ?? nextOf(data)
}

function nextOf({ state, counts }: Pick<Import, 'state' | 'counts'>): ImportView {
  if (isOpen({ state }, 'imported')) return 'imported'
  if (!counts) return 'columns'
  return counts.refused > 0 ? 'repair' : 'confirm'
}

/** True for a step with contents: the last one opens after the import, and the mapping closes with it. */
export function isOpen({ state }: Pick<Import, 'state'>, view: ImportView): boolean {
  const isOver = !['uploaded', 'checking', 'checked', 'running', 'failed', 'cancelled'].includes(state)
  return view === 'imported' ? isOver : !isOver || view === 'columns'
}

/** True for an earlier step with nothing left to do: refused rows are repaired or left out. */
export function isBehind(
  { counts, options }: Pick<Import, 'counts'> & { options: Pick<Import['options'], 'partial'> },
  view: ImportView,
  current: ImportView,
): boolean {
  if (importViews.indexOf(view) >= importViews.indexOf(current)) return false
  return view !== 'repair' || options.partial || counts?.refused === 0
}
