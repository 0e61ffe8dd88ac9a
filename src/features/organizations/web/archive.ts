import { ApiError, api, invalidate } from '#web/api.ts'
import { bulkLimit, selectedSlugs } from '#web/table/selected.ts'
import type { ListHandle } from '#web/table/types.ts'
import { translate } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { OrganizationRow } from '../contract.ts'

/** Everything that shows organizations loads again, projects too: their rows name the organization. */
export function organizationsChanged(): Promise<void> {
  return invalidate(
    'GET /api/v4/organizations/',
    'GET /api/v4/organizations/minimal-list/',
    'GET /api/v4/organization/:slug/',
    'GET /api/v4/organization/:slug/history/',
    'GET /api/v4/projects/',
    'GET /api/v4/project/:slug/',
  )
}

type Named = { slug: string; title: string }

/** Archives one organization at once; the toast takes it back. */
export async function archiveOne(organization: Named): Promise<void> {
  try {
    await api('POST /api/v4/organizations/archive/', { body: { organization_slugs: [organization.slug] } })
    notify({
      tone: 'success',
      title: translate('organizations.archived_one'),
      message: organization.title,
      action: {
        text: translate('actions.undo'),
        run: () => void restore([organization.slug], { quiet: true }),
      },
    })
    await organizationsChanged()
  } catch (error) {
    tellArchiveFailure(error)
  }
}

/** Archives what is selected; false when it was refused, which has then been said. */
export async function archiveSelected(list: ListHandle<OrganizationRow>): Promise<boolean> {
  try {
    const slugs = await selectedSlugs('GET /api/v4/organizations/', list)
    await api('POST /api/v4/organizations/archive/', { body: { organization_slugs: slugs } })
    notify({
      tone: 'success',
      title: translate('states.success'),
      message: translate('organizations.archived', { count: slugs.length }),
    })
    list.clearSelection()
    await organizationsChanged()
    return true
  } catch (error) {
    tellArchiveFailure(error)
    return false
  }
}

/** Restores archived organizations with the status they had. False when it failed; that has been said. */
export async function restore(slugs: readonly string[], { quiet = false } = {}): Promise<boolean> {
  try {
    await api('POST /api/v4/organizations/unarchive/', { body: { organization_slugs: [...slugs] } })
    if (!quiet)
      notify({
        tone: 'success',
        title: translate('states.success'),
        message: translate('organizations.restored', { count: slugs.length }),
      })
    await organizationsChanged()
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
export async function restoreSelected(list: ListHandle<OrganizationRow>): Promise<void> {
  const { count } = list.selection
  if (count > bulkLimit)
    return void notify({
      tone: 'danger',
      title: translate('states.error'),
      message: translate('list.too_many', { count, limit: bulkLimit }),
    })
  const slugs = await selectedSlugs('GET /api/v4/organizations/', list).catch((error: unknown) => {
    notify({ tone: 'danger', title: translate('states.error'), message: explain(error, translate) })
  })
  if (slugs && (await restore(slugs))) list.clearSelection()
}

function tellArchiveFailure(error: unknown): void {
  const named = error instanceof ApiError ? (error.body.blocking ?? []) : []
  const reason = explain(error, translate)
  notify({
    tone: 'danger',
    title: translate('organizations.archive_failed'),
    message: named.length > 0 ? `${reason}: ${named.map((row) => row.title).join(', ')}` : reason,
  })
}
