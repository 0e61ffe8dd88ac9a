import { maxBulkRows } from '#shared/lists/list-declaration.ts'
import type { Blocking } from '#shared/errors.ts'
import type { PageAddress } from '#shared/pages.ts'
import type { SentSelection } from '#shared/lists/selection.ts'
import { ApiError } from '../../api.ts'
import { refreshed } from '../../stale.ts'
import { type TextKey, translate } from '../../texts.ts'
import { explain } from '../../ui/states.tsx'
import { notify } from '../../ui/toasts.ts'
import { blockingGroups, correctIfChanged, reportMissingRows, showRefusal } from './refusals.ts'
import { sentWithout } from './selection.ts'
import type { ListHandle } from './types.ts'
import { removeFromSelection } from './useSelection.ts'

type NamedRecord = { slug: string; title: string }
type MissingRows = { gone?: string[] | undefined }

type Options = {
  /** The table of these rows. */
  table: string
  archive: (selection: SentSelection) => Promise<MissingRows & { archived: string[] }>
  restore: (selection: SentSelection) => Promise<MissingRows & { unarchived: string[] }>
  /** The record that prevents it. */
  hrefOf: (row: Blocking) => PageAddress
  texts: Record<'archivedOne' | 'archived' | 'restored' | 'failed' | 'others', TextKey>
}

/** Every outcome is reported in a toast. Archiving and restoring are all-or-nothing; missing rows are named. */
export type Archiving = {
  /** Archives one record at once; the toast offers Undo. */
  archiveOne: (record: NamedRecord) => Promise<void>
  /** Archives the selection. When some rows block it, none is archived, and the others can be archived alone. */
  archiveSelected: (list: ListHandle) => Promise<void>
  /** Restores one record with the status it had. */
  restoreOne: (record: NamedRecord) => Promise<void>
  /** Restores the selected rows of the archive. */
  restoreSelected: (list: ListHandle) => Promise<void>
}

/** Archiving and restoring of one kind of record. */
export function archivingOf({ table, archive, restore, hrefOf, texts }: Options): Archiving {
  const notifySuccess = (key: TextKey, count: number) => {
    if (count > 0)
      notify({
        tone: 'success',
        title: translate('states.success'),
        message: translate.of(key, { count }),
      })
  }

  const notifyFailure = (error: unknown, action?: { text: string; run: () => void }) => {
    const title = translate.of(texts.failed)
    if (error instanceof ApiError && error.body.blocking && error.body.blocking.length > 0)
      showRefusal({ title, groups: blockingGroups(error, hrefOf), ...(action ? { action } : {}) })
    else notify({ tone: 'danger', title, message: explain(error, translate) })
  }

  const archiveAll = async (list: ListHandle, sent: SentSelection) => {
    const { archived, gone } = await archive(sent)
    notifySuccess(texts.archived, archived.length)
    reportMissingRows(gone, list)
  }

  const restoreOne = async ({ slug, title }: NamedRecord, { quiet = false } = {}): Promise<void> => {
    try {
      await restore({ slugs: [slug] })
      removeFromSelection(table, [slug])
      if (!quiet) notifySuccess(texts.restored, 1)
      await refreshed()
    } catch (error) {
      notify({
        tone: 'danger',
        title: translate('states.error'),
        message: explain(error, translate),
        action: {
          text: translate('actions.try_again'),
          run: () => void restoreOne({ slug, title }, { quiet }),
        },
      })
    }
  }

  return {
    restoreOne,

    archiveOne: async (record) => {
      try {
        const { gone } = await archive({ slugs: [record.slug] })
        removeFromSelection(table, [record.slug])
        if (gone && gone.length > 0) reportMissingRows(gone, { titleOf: () => record.title })
        else
          notify({
            tone: 'success',
            title: translate.of(texts.archivedOne),
            message: record.title,
            action: {
              text: translate('actions.undo'),
              isUndo: true,
              run: () => void restoreOne(record, { quiet: true }),
            },
          })
        await refreshed()
      } catch (error) {
        notifyFailure(error)
      }
    },

    archiveSelected: async (list) => {
      const { sent, count } = list.selection
      try {
        await archiveAll(list, sent)
        list.clearSelection()
        await refreshed()
      } catch (error) {
        if (correctIfChanged(error, list)) return notifyFailure(error)
        const blocking = blockedRows(error)
        const others = count - blocking.length
        const archiveOthers = () =>
          archiveAll(
            list,
            sentWithout(
              sent,
              blocking.map((row) => row.slug),
            ),
          ).then(() => {
            // Blocking rows stay selected.
            list.keepSelected(blocking)
            return refreshed()
          }, notifyFailure)
        const action = {
          text: translate.of(texts.others, { count: others }),
          run: () => void archiveOthers(),
        }
        notifyFailure(error, blocking.length > 0 && others > 0 ? action : undefined)
        await refreshed()
      }
    },

    restoreSelected: async (list) => {
      const { count, sent } = list.selection
      const tell = (message: string) =>
        void notify({ tone: 'danger', title: translate('states.error'), message })
      if (count > maxBulkRows) return tell(translate('list.too_many', { count, limit: maxBulkRows }))
      try {
        const { unarchived, gone } = await restore(sent)
        notifySuccess(texts.restored, unarchived.length)
        reportMissingRows(gone, list)
        list.clearSelection()
        await refreshed()
      } catch (error) {
        correctIfChanged(error, list)
        tell(explain(error, translate))
      }
    },
  }
}

/** The selected rows that a refused change could not handle, each once. */
function blockedRows(error: unknown): NamedRecord[] {
  const blocking = error instanceof ApiError ? (error.body.blocking ?? []) : []
  const rows = new Map(blocking.map(({ slug, title, of }) => [of?.slug ?? slug, of?.title ?? title]))
  return [...rows].map(([slug, title]) => ({ slug, title }))
}
