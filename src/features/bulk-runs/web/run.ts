import { type Answer, api, newIdempotencyKey, q } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { refreshed } from '#web/stale.ts'
import type { useText } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { PageAddress } from '#shared/pages.ts'
import { rowsToFinish } from '../rules.ts'
import { watchedRun } from './run-store.ts'

export type Run = Answer<'GET /api/v4/projects/bulk/:id/'>
export type Words = ReturnType<typeof useText>
type Act = 'cancel' | 'retry' | 'undo' | 'mails'

export const atWork = (run: Run | undefined) => run?.status === 'running' || run?.status === 'undoing'

export const addressOf = (slug: string): PageAddress =>
  `/site-admin/project/${encodeURIComponent(slug)}/update/`

/** Part of a text key that names a run's act; a decision is named by its outcome. */
const kindOf = (run: Run) => (run.action === 'decide' ? `decide_${String(run.input.outcome)}` : run.action)

/** `Accepting 1,166 projects`, `1,161 projects accepted, 5 failed`. */
export function titleOf(run: Run, t: Words): string {
  if (run.status === 'undone') return t('bulk.undone_title', { count: run.counts.undone! })
  if (run.status === 'undoing') return t('bulk.undoing_title', { count: rowsToFinish(run) })
  if (run.status === 'running') return t.of(`bulk.running.${kindOf(run)}`, { count: rowsToFinish(run) })
  const done = t.of(`bulk.done.${kindOf(run)}`, { count: run.counts.done! })
  const failed = run.counts.failed!
  return failed > 0 ? t('bulk.with_failed', { done, failed }) : done
}

function sendTo(what: Act, call: { params: { id: string }; idempotencyKey: string }): Promise<Run> {
  if (what === 'cancel') return api('POST /api/v4/projects/bulk/:id/cancel/', call)
  if (what === 'retry') return api('POST /api/v4/projects/bulk/:id/retry/', call)
  if (what === 'mails') return api('POST /api/v4/projects/bulk/:id/stop-mails/', call)
  return api('POST /api/v4/projects/bulk/:id/undo/', call)
}

/** Stops, retries or undoes a run, or stops its mails; then refetches the pages that show it. */
export async function actOnRun(id: number, what: Act): Promise<void> {
  const params = { id: String(id) }
  const run = await sendTo(what, { params, idempotencyKey: newIdempotencyKey() })
  // The run is active again, so the cached end must not show.
  queryClient.setQueryData(q('GET /api/v4/projects/bulk/:id/', { params }).queryKey, run)
  const now = watchedRun.get()
  if ((what === 'undo' || what === 'retry') && now?.id === id) watchedRun.set({ ...now, fresh: true })
  else if (what === 'undo') watchedRun.set({ id, open: false, list: undefined, fresh: true })
  await refreshed()
}

/** Performs an act on a run and shows a refusal, e.g. when a colleague has already undone it. */
export async function withFailureToast(t: Words, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    notify({ tone: 'danger', title: t('bulk.failed_act'), message: explain(error, t) })
  }
}
