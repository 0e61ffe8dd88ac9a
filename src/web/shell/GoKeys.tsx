import type { PageAddress } from '#shared/pages.ts'
import { navigate } from '../router/navigate.ts'
import { isOffered, useNavigation } from './navigation.ts'
import { useAllowed } from '../profile.tsx'
import { useShortcut } from '../shortcuts.ts'

/** `g` and a letter go to a page of the navigation. */
export function GoKeys() {
  const allowed = useAllowed()
  const items = useNavigation().flatMap((group) => group.items)
  return items
    .filter((item) => item.key && isOffered(item, allowed))
    .map((item) => <GoKey key={item.to} letter={item.key!} to={item.to} />)
}

function GoKey({ letter, to }: { letter: string; to: PageAddress }) {
  useShortcut(`g ${letter}`, () => void navigate(to))
  return null
}
