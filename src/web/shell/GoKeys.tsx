import type { PageAddress } from '#shared/pages.ts'
import { navigate } from '../router/navigate.ts'
import { useShortcut } from '../shortcuts.ts'
import { goKeysOf, useOfferedEntries } from './navigation.ts'

/** `g` and a letter open a page of the navigation. */
export function GoKeys() {
  return goKeysOf(useOfferedEntries()).map(({ key, to }) => <GoKey key={key} letter={key} to={to} />)
}

function GoKey({ letter, to }: { letter: string; to: PageAddress }) {
  useShortcut(`g ${letter}`, () => void navigate(to))
  return null
}
