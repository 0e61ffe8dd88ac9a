import { ApiError } from '../api.ts'
import { type TextKey, translate } from '../texts.ts'
import { explain } from '../ui/states.tsx'
import { notify } from '../ui/toasts.ts'
import { bulkLimit, selectedSlugs } from './selected.ts'
import type { ListHandle, ListRoute, RowOf } from './types.ts'

type Named = { slug: string; title: string }

type Options<N extends ListRoute> = {
  /** The list the selection is of. */
  list: N
  archive: (slugs: string[]) => Promise<unknown>
  restore: (slugs: string[]) => Promise<unknown>
  /** Loads everything again that shows these records. */
  changed: () => Promise<void>
  texts: Record<'archivedOne' | 'archived' | 'restored' | 'failed' | 'others', TextKey>
}

/** Every outcome is said in a toast. Archiving and restoring are all or nothing. */
export type Archiving<Row> = {
  /** Archives one record at once; the toast takes it back. */
  archiveOne: (record: Named) => Promise<void>
  /** Archives the selection. When some stand in the way, none is archived, and the toast offers to leave those out. */
  archiveSelected: (list: ListHandle<Row>) => Promise<void>
  /** Restores with the status they had. False when it failed. */
  restore: (slugs: string[], options?: { quiet: boolean }) => Promise<boolean>
  /** Restores what is selected in the archive. */
  restoreSelected: (list: ListHandle<Row>) => Promise<void>
}

/** Archiving and restoring of one kind of record. */
export function archivingOf<N extends ListRoute>({
  list: route,
  archive,
  restore,
  changed,
  texts,
}: Options<N>): Archiving<RowOf<N>> {
  const tellFailure = (error: unknown, action?: { text: string; run: () => void }) => {
    const named = error instanceof ApiError ? (error.body.blocking ?? []) : []
    const reason = explain(error, translate)
    notify({
      tone: 'danger',
      title: translate.of(texts.failed),
      message: named.length > 0 ? `${reason}: ${named.map((row) => row.title).join(', ')}` : reason,
      ...(action ? { action } : {}),
    })
  }

  const archiveAll = async (slugs: string[]) => {
    await archive(slugs)
    notify({
      tone: 'success',
      title: translate('states.success'),
      message: translate.of(texts.archived, { count: slugs.length }),
    })
    await changed()
  }

  const restoreAll = async (slugs: string[], { quiet = false } = {}): Promise<boolean> => {
    try {
      await restore(slugs)
      if (!quiet)
        notify({
          tone: 'success',
          title: translate('states.success'),
          message: translate.of(texts.restored, { count: slugs.length }),
        })
      await changed()
      return true
    } catch (error) {
      notify({
        tone: 'danger',
        title: translate('states.error'),
        message: explain(error, translate),
        action: { text: translate('actions.try_again'), run: () => void restoreAll(slugs, { quiet }) },
      })
      return false
    }
  }

  return {
    restore: restoreAll,

    archiveOne: async ({ slug, title }) => {
      try {
        await archive([slug])
        notify({
          tone: 'success',
          title: translate.of(texts.archivedOne),
          message: title,
          action: { text: translate('actions.undo'), run: () => void restoreAll([slug], { quiet: true }) },
        })
        await changed()
      } catch (error) {
        tellFailure(error)
      }
    },

    archiveSelected: async (list) => {
      let slugs: string[] = []
      try {
        slugs = await selectedSlugs(route, list)
        await archiveAll(slugs)
        list.clearSelection()
      } catch (error) {
        const blocking = blockingSlugs(error)
        const others = slugs.filter((slug) => !blocking.includes(slug))
        const without = {
          text: translate.of(texts.others, { count: others.length }),
          // Those in the way stay selected.
          run: () => void archiveAll(others).then(() => list.keepSelected(blocking), tellFailure),
        }
        tellFailure(error, blocking.length > 0 && others.length > 0 ? without : undefined)
      }
    },

    restoreSelected: async (list) => {
      const { count } = list.selection
      const tell = (message: string) =>
        void notify({ tone: 'danger', title: translate('states.error'), message })
      if (count > bulkLimit) return tell(translate('list.too_many', { count, limit: bulkLimit }))
      try {
        if (await restoreAll(await selectedSlugs(route, list))) list.clearSelection()
      } catch (error) {
        tell(explain(error, translate))
      }
    },
  }
}

/** Slugs of the rows that stood in the way of a refused change. */
function blockingSlugs(error: unknown): string[] {
  return error instanceof ApiError ? (error.body.blocking ?? []).map((row) => row.slug) : []
}
