import type { Blocking } from '#shared/errors.ts'
import type { PageAddress } from '#shared/pages.ts'
import { visible } from '#shared/text-direction.ts'
import { ApiError } from '../../api.ts'
import { createStore } from '../../store.ts'
import { type TextKey, type Translate, translate } from '../../texts.ts'
import { explain } from '../../ui/states.tsx'
import { notify } from '../../ui/toasts.ts'
import type { ListHandle } from './types.ts'

/** A skipped row in the panel. */
export type RefusedRow = { key: string; title: string; href?: PageAddress; note?: string }
/** Rows that an action skipped, by reason. */
export type Refusal = {
  title: string
  groups: readonly { reason: string; rows: readonly RefusedRow[] }[]
  /** A possible action on the other rows. */
  action?: { text: string; run: () => void }
}

/** The refusal whose details are open; rendered once beside every page. */
export const openedRefusal = createStore<Refusal | undefined>(undefined)

const maxTitles = 3
const longestTitle = 60

/** The first three titles "and 48 more"; long ones are cut, so that a message stays a few lines. */
export function namesOf(titles: readonly string[], t: Translate): string {
  const first = titles
    .slice(0, maxTitles)
    .map((title) => (title.length > longestTitle ? `${title.slice(0, longestTitle).trimEnd()}…` : title))
    .join(', ')
  const more = titles.length - maxTitles
  return more > 0 ? t('list.and_more', { names: first, count: more }) : first
}

/** Shows a short toast about the rows that an action skipped; Details opens the panel with all of them. */
export function showRefusal(refusal: Refusal, { tone = 'danger' }: { tone?: 'danger' | 'info' } = {}): void {
  const rows = refusal.groups.flatMap((group) => group.rows)
  const reasons = refusal.groups.map((group) => group.reason)
  const titles = namesOf(
    rows.map((row) => row.title),
    translate,
  )
  notify({
    tone,
    title: refusal.title,
    message: reasons.length === 1 ? `${reasons[0]}: ${titles}` : titles,
    ...(refusal.action ? { action: refusal.action } : {}),
    details: { text: translate('list.details'), run: () => openedRefusal.set(refusal) },
  })
}

/** Texts for the reason codes of answers. */
const reasons: Record<string, TextKey> = {
  not_found: 'list.refusals.not_found',
  task_not_resolvable: 'list.refusals.task_not_resolvable',
  task_not_editable: 'list.refusals.task_not_editable',
  task_due_then: 'list.refusals.task_due_then',
  task_moved_since: 'list.refusals.task_moved_since',
  forbidden: 'list.refusals.forbidden',
  email_not_requeueable: 'list.refusals.email_not_requeueable',
  still_in_financing: 'list.refusals.still_in_financing',
  unsettled_funds: 'list.refusals.unsettled_funds',
  open_payouts: 'list.refusals.open_payouts',
}

/** Individually refused rows grouped by reason; `titleOf` supplies titles of missing rows. */
export function refusedGroups(
  refused: readonly { slug: string; title: string; code: string }[],
  titleOf: (slug: string) => string | undefined,
): Refusal['groups'] {
  return groupBy(refused, (row) => row.code).map(([code, rows]) => ({
    reason: translate.of(reasons[code] ?? 'states.try_again'),
    rows: rows.map(({ slug, title }) => ({ key: slug, title: visible(title || titleOf(slug) || slug) })),
  }))
}

/** The obstacles of an action as a whole, with a link to each record. */
export function blockingGroups(error: ApiError, hrefOf: (row: Blocking) => PageAddress): Refusal['groups'] {
  const blocking = error.body.blocking ?? []
  const rowOf = (row: Blocking) => ({
    key: `${row.of?.slug ?? ''} ${row.slug}`,
    title: visible(row.title),
    href: hrefOf(row),
    ...(row.of ? { note: visible(row.of.title) } : {}),
  })
  const byCode = groupBy(blocking, (row) => row.code)
  // With several reasons, each lists its rows.
  return byCode.map(([code, rows]) => ({
    reason: byCode.length > 1 && reasons[code] ? translate.of(reasons[code]) : explain(error, translate),
    rows: rows.map(rowOf),
  }))
}

/** Reports selected rows that no longer exist; they disappear when the list reloads. */
export function reportMissingRows(
  gone: readonly string[] | undefined,
  list: Pick<ListHandle, 'titleOf'>,
): void {
  if (!gone || gone.length === 0) return
  const groups = refusedGroups(
    gone.map((slug) => ({ slug, title: '', code: 'not_found' })),
    list.titleOf,
  )
  showRefusal({ title: translate('states.note'), groups }, { tone: 'info' })
}

/**
 * True when the server counts the selection differently: the bar then shows the new number, and nothing was changed.
 */
export function correctIfChanged(error: unknown, list: Pick<ListHandle, 'correctSelection'>): boolean {
  if (!(error instanceof ApiError) || error.body.code !== 'selection_changed') return false
  const current = error.body.current as { exclude?: string[] } | undefined
  list.correctSelection(current?.exclude ?? [])
  return true
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups]
}
