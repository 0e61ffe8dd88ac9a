/** Long work that the server does in the background: its subject decides its texts and its page. */
export const workKinds = [
  'import',
  'bulk_run',
  'export',
  'generation_run',
  'statement_file',
  'ledger_check',
] as const
export type WorkKind = (typeof workKinds)[number]

/** `stopped`: a person ended it; whether finished parts remain depends on the kind. */
export const workStates = ['working', 'done', 'failed', 'stopped'] as const
export type WorkState = (typeof workStates)[number]

/** Names one piece of work: `import/12`. */
export const workKey = (kind: WorkKind, id: number): string => `${kind}/${id}`

/** Progress at a moment, in milliseconds and its own units (rows, documents). */
export type ProgressSample = { at: number; done: number }

/** Seconds left at the rate since `first`; undefined before there is a rate. */
export function secondsLeft(first: ProgressSample, now: ProgressSample, total: number): number | undefined {
  const [took, did] = [(now.at - first.at) / 1000, now.done - first.done]
  if (took < 2 || did <= 0 || now.done > total) return undefined
  return Math.ceil(((total - now.done) * took) / did)
}
