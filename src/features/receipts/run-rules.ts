import { can, type Holder, type Permission } from '#shared/permissions.ts'
import { personalData, seesDonors } from '#shared/personal-data.ts'
import type { TemplateKind } from '#features/document-templates/tokens.ts'

/** True for documents about a project and its gifts; all others are about the gifts of a donor, whom they name. */
export const isOfProject = (kind: TemplateKind) => kind === 'funding_agreement' || kind === 'profit_savings'
export const namesDonor = (kind: TemplateKind) => !isOfProject(kind)

/**
 * The missing right, besides `create_documents`, to make documents of a kind: to see their subject and, for documents
 * that are kept, the donor. A test print for a person who sees donors masked names an invented donor.
 */
export function missingRightFor(
  holder: Holder,
  kind: TemplateKind,
  mode: 'test' | 'final',
): Permission | undefined {
  if (mode === 'final' && namesDonor(kind) && !seesDonors(holder)) return personalData.donor[0]
  return missingRightToSee(holder, kind)
}

/** The missing right to see the subject of documents of a kind: the gifts with their amounts. */
export function missingRightToSee(holder: Holder, kind: TemplateKind): Permission | undefined {
  const seen = namesDonor(kind) ? 'view_private_donations' : 'view_projects'
  return can(holder, seen) ? undefined : seen
}

/** The missing right to make the documents of a run. */
export const missingRightForRun = (holder: Holder, kind: TemplateKind): Permission | undefined =>
  can(holder, 'create_documents') ? missingRightFor(holder, kind, 'final') : 'create_documents'

export const runStates = ['queued', 'running', 'cancelled', 'done', 'failed'] as const
export type RunState = (typeof runStates)[number]

export const rowFilters = ['issued', 'waiting', 'refused'] as const

/** A run without a heartbeat for this long counts as stopped and resumes automatically. */
export const silentMs = 60_000

/** `interrupted` is derived, not stored: the next worker resumes a run whose worker was lost. */
export function shownState(
  run: { state: RunState; beat_at: Date | null },
  now: Date,
): RunState | 'interrupted' {
  const silent = run.beat_at !== null && now.getTime() - run.beat_at.getTime() > silentMs
  return run.state === 'running' && silent ? 'interrupted' : run.state
}
