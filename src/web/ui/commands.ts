import { useEffect, useId } from 'react'
import type { MenuItem } from './Menu.tsx'

/** An action of the page, offered in the command palette. */
export type Command = {
  key: string
  text: string
  run: () => void
  /** The single key that does the same. */
  shortcut?: string
  /** It takes the typed text, e.g. to search the list for it: always offered, with a label built from the text. */
  withText?: { text: (typed: string) => string; run: (typed: string) => void }
}

const offered = new Map<string, readonly Command[]>()

/** Offers the actions of this part of the page while it is mounted. Omit forbidden ones. */
export function useCommands(commands: readonly Command[]): void {
  const id = useId()
  useEffect(() => {
    offered.set(id, commands)
    return () => void offered.delete(id)
  }, [id, commands])
}

/** The menu entries that the person may use, for the palette. */
export function commandsOf(items: readonly MenuItem[]): Command[] {
  return items.flatMap((item) =>
    item !== 'line' && item.onSelect && !item.missing
      ? [{ key: item.key, text: item.text, run: item.onSelect }]
      : [],
  )
}

export function currentCommands(): readonly Command[] {
  return [...offered.values()].flat()
}
