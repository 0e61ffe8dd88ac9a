import { changeSearch, shownPage } from '../../router/navigate.ts'
import { useLocation } from '../../router/page.ts'

/** The row shown beside the list; stored in the address, so that Back closes it and a link includes it. */
export type Peek = {
  key: string | undefined
  show: (key: string) => void
  close: () => void
}

/** The history entry created by opening a peek: only the list is below it. */
let peekEntry: string | undefined

/** A sheet has its own history entry, as every layer; beside the list, opening creates one and moving does not. */
export function usePeek(offered: boolean, asSheet: boolean): Peek {
  const { search } = useLocation()
  const key = offered ? search.peek : undefined
  return {
    key,
    show: (next) => {
      if (next === key) return
      const opens = key === undefined
      changeSearch((now) => ({ ...now, peek: next }), { replace: asSheet || !opens })
      if (opens) peekEntry = asSheet ? undefined : shownPage.get()?.entry
    },
    close: () => {
      const isOwn = peekEntry !== undefined && shownPage.get()?.entry === peekEntry
      peekEntry = undefined
      if (isOwn) history.back()
      else changeSearch((now) => ({ ...now, peek: undefined }), { replace: true })
    },
  }
}
