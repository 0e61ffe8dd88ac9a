import type { TextKey } from '../texts.ts'
import type { Icon } from '../ui/icons.ts'
import { type PaletteKind, type RecordKind, recordKinds, type Target } from './palette-targets.ts'

/** Shows all matches of one kind. */
export type ShowAll = { key: string; icon: Icon; show: RecordKind; count: number; more: boolean }
export type PaletteGroup = { key: string; title?: TextKey; entries: readonly (Target | ShowAll)[] }

type PaletteContent = {
  typed: boolean
  kind: PaletteKind | undefined
  found: readonly Target[]
  recent: readonly Target[]
  actions: readonly Target[]
  counts: readonly { kind: RecordKind; count: number; more: boolean }[]
}

/** Matches per kind when all kinds are shown. */
const maxPerKind = 2

/**
 * The palette's content in groups: without input, recent records and available actions; else the best match alone, then
 * the others by rank, few of each kind, and this page's actions. A single kind is shown completely.
 */
export function groupTargets({
  typed,
  kind,
  found,
  recent,
  actions,
  counts,
}: PaletteContent): PaletteGroup[] {
  const ofPage = actions.filter(({ isOfPage }) => isOfPage)
  const anywhere = actions.filter(({ isOfPage }) => !isOfPage)
  if (!typed)
    return withoutEmpty([
      { key: 'recent', title: 'shell.palette_recent', entries: recent },
      { key: 'page', title: 'shell.palette_page', entries: ofPage },
      { key: 'actions', title: 'shell.palette_actions_many', entries: anywhere },
    ])
  if (kind !== undefined)
    return withoutEmpty([{ key: 'kind', entries: kind === 'action' ? byRank(actions) : found }])
  const ranked = byRank([...actions.filter(({ rank }) => rank < 4), ...found])
  const [best] = ranked
  const others = ranked.filter((target) => target !== best && !target.isOfPage)
  return withoutEmpty([
    { key: 'best', title: 'shell.palette_best', entries: best ? [best] : [] },
    { key: 'more', title: 'shell.palette_more', entries: limitPerKind(others, best, counts) },
    { key: 'page', title: 'shell.palette_page', entries: byRank(ofPage).filter((target) => target !== best) },
  ])
}

const byRank = (targets: readonly Target[]) => [...targets].sort((a, b) => a.rank - b.rank)

const withoutEmpty = (groups: PaletteGroup[]) => groups.filter(({ entries }) => entries.length > 0)

/** At most two of each kind, in order; the last of a kind with more is followed by a link to all. */
function limitPerKind(
  targets: readonly Target[],
  best: Target | undefined,
  counts: PaletteContent['counts'],
): (Target | ShowAll)[] {
  const seen = new Map<PaletteKind, number>()
  return targets.flatMap((target): (Target | ShowAll)[] => {
    const nth = (seen.get(target.kind) ?? 0) + 1
    seen.set(target.kind, nth)
    if (nth > maxPerKind) return []
    const all = counts.find(({ kind }) => kind === target.kind)
    const left = (all?.count ?? 0) - (best?.kind === target.kind ? 1 : 0)
    if (nth < maxPerKind || !all || left <= maxPerKind) return [target]
    return [target, { ...all, key: `all ${all.kind}`, icon: recordKinds[all.kind].icon, show: all.kind }]
  })
}
