import { can, type Holder, type Permission } from '#shared/permissions.ts'
import { personalData, seesDonors } from '#shared/personal-data.ts'
import type { TemplateKind } from '#features/document-templates/tokens.ts'

/** True for documents about a project and its gifts; all others are about the gifts of a donor, whom they name. */
export const isOfProject = (kind: TemplateKind) => kind === 'funding_agreement' || kind === 'profit_savings'
export const namesDonor = (kind: TemplateKind) => !isOfProject(kind)

/**
 * The right beside `create_documents` that somebody lacks to make documents of a kind: to see what they are about, and
 * for what is kept the donor whom it names. A test print for people who see donors masked has an invented one.
 */
export function lackedFor(
  holder: Holder,
  kind: TemplateKind,
  mode: 'test' | 'final',
): Permission | undefined {
  if (mode === 'final' && namesDonor(kind) && !seesDonors(holder)) return personalData.donor[0]
  return lackedToSee(holder, kind)
}

/** The right that somebody lacks to see what documents of a kind are about: the gifts with their amounts. */
export function lackedToSee(holder: Holder, kind: TemplateKind): Permission | undefined {
  const seen = namesDonor(kind) ? 'view_private_donations' : 'view_projects'
  return can(holder, seen) ? undefined : seen
}

/** The right that somebody lacks to make the documents of a run. */
export const lackedForRun = (holder: Holder, kind: TemplateKind): Permission | undefined =>
  can(holder, 'create_documents') ? lackedFor(holder, kind, 'final') : 'create_documents'

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
