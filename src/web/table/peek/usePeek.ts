import { changeSearch, shownPage } from '../../router/navigate.ts'
import { useLocation } from '../../router/page.ts'

/** Which row of a list is shown beside it; the address holds it, so that Back closes it and a link brings it along. */
export type Peek = {
  key: string | undefined
  show: (key: string) => void
  close: () => void
}

/** The entry of the history that opening a peek has made: the list alone lies beneath it. */
let ownEntry: string | undefined

/** A sheet has an entry of its own in the history, as every layer; beside the list opening makes one, moving along none. */
export function usePeek(offered: boolean, asSheet: boolean): Peek {
  const { search } = useLocation()
  const key = offered ? search.peek : undefined
  return {
    key,
    show: (next) => {
      if (next === key) return
      const opens = key === undefined
      changeSearch((now) => ({ ...now, peek: next }), { replace: asSheet || !opens })
      if (opens) ownEntry = asSheet ? undefined : shownPage.get()?.entry
    },
    close: () => {
      const isOwn = ownEntry !== undefined && shownPage.get()?.entry === ownEntry
      ownEntry = undefined
      if (isOwn) history.back()
      else changeSearch((now) => ({ ...now, peek: undefined }), { replace: true })
    },
  }
}
