import type { Import } from './data.ts'

/** The steps of an import in their order; each has an address of its own (`?step=`). */
export const importViews = ['columns', 'repair', 'confirm', 'imported'] as const
export type ImportView = (typeof importViews)[number]

/** The step on the screen: the one asked for, else the one that is next. */
export function viewOf(data: Pick<Import, 'state' | 'counts'>, asked: string | undefined): ImportView {
  return importViews.find((view) => view === asked && isOpen(data, view)) ?? nextOf(data)
}

function nextOf({ state, counts }: Pick<Import, 'state' | 'counts'>): ImportView {
  if (isOpen({ state }, 'imported')) return 'imported'
  if (!counts) return 'columns'
  return counts.refused > 0 ? 'repair' : 'confirm'
}

/** True for a step that has something to show: nothing is imported before it is, or mapped after. */
export function isOpen({ state }: Pick<Import, 'state'>, view: ImportView): boolean {
  const isOver = !['uploaded', 'checking', 'checked', 'running', 'failed', 'cancelled'].includes(state)
  return view === 'imported' ? isOver : !isOver || view === 'columns'
}

/** True for a step before the one on the screen with nothing left to do: refused rows are repaired, or stay out. */
export function isBehind(
  { counts, options }: Pick<Import, 'counts'> & { options: Pick<Import['options'], 'partial'> },
  view: ImportView,
  current: ImportView,
): boolean {
  if (importViews.indexOf(view) >= importViews.indexOf(current)) return false
  return view !== 'repair' || options.partial || counts?.refused === 0
}
