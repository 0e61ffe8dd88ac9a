import { showDay } from '#shared/dates.ts'
import type { SentSelection } from '#shared/lists/selection.ts'
import { api, newIdempotencyKey } from '#web/api.ts'
import { refreshed } from '#web/stale.ts'
import { refusedGroups, showRefusal } from '#web/table/state/refusals.ts'
import { translate } from '#web/texts.ts'
import { notify } from '#web/ui/toasts.ts'
import { focusAfterRemoval } from '#web/ui/useReturnFocus.ts'
import type { SnoozeUntil } from '../rules.ts'
import { notifyFailure } from './actions.ts'

/** Tasks by slug, or a selection of a list. */
export type SnoozeTarget = { slugs: string[] } | { selection: SentSelection }
type RefusedTask = { slug: string; title: string; code: string }
type MovedTask = { slug: string; title: string; scheduled_for: string }
type TitleOf = (slug: string) => string | undefined

const noTitle: TitleOf = () => undefined

/** Snoozes tasks; a toast offers the undo. Returns the refused ones; undefined if nothing was done. */
export async function snooze(
  chosen: SnoozeTarget,
  until: SnoozeUntil,
  titleOf: TitleOf = noTitle,
): Promise<RefusedTask[] | undefined> {
  const { snoozed, refused } = await api('POST /api/v4/reminders/snooze/', {
    body: { ...chosen, ...until },
    idempotencyKey: newIdempotencyKey(),
  })
  const slugs = snoozed.map((task) => task.slug)
  if (snoozed.length > 0)
    notify({
      tone: 'success',
      ...toastTextOf(snoozed, 'tasks.snooze.done', 'tasks.snooze.done_many'),
      action: { text: translate('actions.undo'), isUndo: true, run: () => void undoSnooze(slugs) },
    })
  notifyRefused(refused, titleOf)
  await refreshed()
  return refused
}

/** Snoozes one task of a list and reports any obstacle. */
export async function snoozeTask(task: { slug: string; title: string }, until: SnoozeUntil): Promise<void> {
  const pressed = document.activeElement instanceof HTMLElement ? document.activeElement : undefined
  try {
    await snooze({ slugs: [task.slug] }, until, () => task.title)
    if (pressed) focusAfterRemoval(pressed, task.slug)
  } catch (error) {
    notifyFailure(error, () => void snoozeTask(task, until))
  }
}

async function undoSnooze(slugs: string[]): Promise<void> {
  try {
    const { restored, refused } = await api('POST /api/v4/reminders/snooze/undo/', { body: { slugs } })
    if (restored.length > 0)
      notify({ tone: 'success', ...toastTextOf(restored, 'tasks.snooze.undone', 'tasks.snooze.undone_many') })
    notifyRefused(refused, noTitle)
    await refreshed()
  } catch (error) {
    notifyFailure(error, () => void undoSnooze(slugs))
  }
}

type OneKey = 'tasks.snooze.done' | 'tasks.snooze.undone'
type ManyKey = 'tasks.snooze.done_many' | 'tasks.snooze.undone_many'

function toastTextOf(moved: readonly MovedTask[], one: OneKey, many: ManyKey) {
  const [first] = moved
  return moved.length === 1
    ? { title: translate(one, { date: showDay(first!.scheduled_for) }), message: first!.title }
    : { title: translate(many, { count: moved.length }) }
}

function notifyRefused(refused: readonly RefusedTask[], titleOf: TitleOf): void {
  if (refused.length === 0) return
  showRefusal({ title: translate('tasks.snooze.some_refused'), groups: refusedGroups(refused, titleOf) })
}
