import { ApiError, api, invalidate } from '#web/api.ts'
import { bulkLimit, selectedSlugs } from '#web/table/selected.ts'
import type { ListHandle } from '#web/table/types.ts'
import { translate } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { ProjectRow } from '../contract.ts'

/** Everything that shows projects loads again. */
export function projectsChanged(): Promise<void> {
  return invalidate(
    'GET /api/v4/projects/',
    'GET /api/v4/projects/minimal-list/',
    'GET /api/v4/project/:slug/',
    'GET /api/v4/project/:slug/history/',
  )
}

type Named = { slug: string; title: string }

/** Archives one project at once; the toast takes it back. */
export async function archiveOne(project: Named): Promise<void> {
  try {
    await api('POST /api/v4/projects/archive/', { body: { project_slugs: [project.slug] } })
    notify({
      tone: 'success',
      title: translate('projects.archived_one'),
      message: project.title,
      action: { text: translate('actions.undo'), run: () => void restore([project.slug], { quiet: true }) },
    })
    await projectsChanged()
  } catch (error) {
    tellArchiveFailure(error)
  }
}

/** Restores archived projects with the status they had. False when it failed; that has been said. */
export async function restore(slugs: readonly string[], { quiet = false } = {}): Promise<boolean> {
  try {
    await api('POST /api/v4/projects/unarchive/', { body: { project_slugs: [...slugs] } })
    if (!quiet)
      notify({
        tone: 'success',
        title: translate('states.success'),
        message: translate('projects.restored', { count: slugs.length }),
      })
    await projectsChanged()
    return true
  } catch (error) {
    notify({
      tone: 'danger',
      title: translate('states.error'),
      message: explain(error, translate),
      action: { text: translate('actions.try_again'), run: () => void restore(slugs, { quiet }) },
    })
    return false
  }
}

/** Restores what is selected in the archive. */
export async function restoreSelected(list: ListHandle<ProjectRow>): Promise<void> {
  const { count } = list.selection
  if (count > bulkLimit)
    return void notify({
      tone: 'danger',
      title: translate('states.error'),
      message: translate('list.too_many', { count, limit: bulkLimit }),
    })
  const slugs = await selectedSlugs('GET /api/v4/projects/', list).catch((error: unknown) => {
    notify({ tone: 'danger', title: translate('states.error'), message: explain(error, translate) })
  })
  if (slugs && (await restore(slugs))) list.clearSelection()
}

/** Slugs of the rows that stood in the way of a refused change. */
export function blockingSlugs(error: unknown): string[] {
  return error instanceof ApiError ? (error.body.blocking ?? []).map((row) => row.slug) : []
}

/** 'Failed to archive projects' with the reason and the projects it names (spec §8). */
export function tellArchiveFailure(error: unknown, action?: { text: string; run: () => void }): void {
  const named = error instanceof ApiError ? (error.body.blocking ?? []) : []
  const reason = explain(error, translate)
  notify({
    tone: 'danger',
    title: translate('projects.archive_failed'),
    message: named.length > 0 ? `${reason}: ${named.map((row) => row.title).join(', ')}` : reason,
    ...(action ? { action } : {}),
  })
}
