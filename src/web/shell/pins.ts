import { maxPinnedPages, type PlainPage } from '#shared/pages.ts'
import { changeProfile, useProfile } from '../profile.tsx'
import { type Translate, useText } from '../texts.ts'
import { explain } from '../ui/states.tsx'
import { notify } from '../ui/toasts.ts'
import { type NavigationPage, type OfferedEntry, pinnedOf, useOfferedEntries } from './navigation.ts'

/** True for a page among others: a page that is an entry itself is in the navigation anyway. */
const canBePinned = (entries: readonly OfferedEntry[], page: NavigationPage) =>
  entries.some(({ pages }) => pages.length > 1 && pages.includes(page))

/** The person's pinned pages, and functions to change them. */
export function usePins() {
  const t = useText()
  const stored = useProfile()?.pinned_pages ?? []
  const entries = useOfferedEntries()
  const pages = pinnedOf(entries, stored).filter((page) => canBePinned(entries, page))
  const isPinned = (page: NavigationPage) => stored.includes(page.to)
  return {
    pages,
    isPinned,
    canBePinned: (page: NavigationPage) => canBePinned(entries, page),
    toggle: (page: NavigationPage) => {
      // Above the limit, the oldest pin is removed.
      const others = pages.map(({ to }) => to).filter((to) => to !== page.to)
      void keep(isPinned(page) ? others : [...others.slice(1 - maxPinnedPages), page.to], t)
    },
  }
}

async function keep(pinned_pages: PlainPage[], t: Translate): Promise<void> {
  try {
    await changeProfile({ pinned_pages })
  } catch (error) {
    notify({ tone: 'danger', title: t('profile.save_failed'), message: explain(error, t) })
  }
}
