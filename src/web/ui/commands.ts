import { useEffect, useId } from 'react'
import type { MenuItem } from './Menu.tsx'

/** Something the page can do, offered in the command palette. */
export type Command = {
  key: string
  text: string
  run: () => void
  /** The single key that does the same. */
  shortcut?: string
  /** It takes what is typed, e.g. to search the list for it: offered whatever that is, with its text made of it. */
  withText?: { text: (typed: string) => string; run: (typed: string) => void }
}

const offered = new Map<string, readonly Command[]>()

/** Offers what this part of the page can do, as long as it is on the screen. Leave out what the person may not do. */
export function useCommands(commands: readonly Command[]): void {
  const id = useId()
  useEffect(() => {
    offered.set(id, commands)
    return () => void offered.delete(id)
  }, [id, commands])
}

/** The entries of a menu that the person may use, for the palette. */
export function commandsOf(items: readonly MenuItem[]): Command[] {
  return items.flatMap((item) =>
    item !== 'line' && item.onSelect && !item.missing
      ? [{ key: item.key, text: item.text, run: item.onSelect }]
      : [],
  )
}

/** What the page offers at this moment. */
export function currentCommands(): readonly Command[] {
  return [...offered.values()].flat()
}
