/** How a run that makes documents stands. */
export const runStates = ['queued', 'running', 'cancelled', 'done', 'failed'] as const
export type RunState = (typeof runStates)[number]

/** Parts of the result table. */
export const rowFilters = ['issued', 'waiting', 'refused'] as const

/** A run without a sign of life for so long stopped, and goes on by itself. */
export const silentMs = 60_000

/** `interrupted` is told, not stored: a run whose worker was lost is taken up by the next one. */
export function shownState(
  run: { state: RunState; beat_at: Date | null },
  now: Date,
): RunState | 'interrupted' {
  const silent = run.beat_at !== null && now.getTime() - run.beat_at.getTime() > silentMs
  return run.state === 'running' && silent ? 'interrupted' : run.state
}
