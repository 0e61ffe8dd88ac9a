import { useContext } from 'react'
import { formatInteger } from '#shared/money.ts'
import { useLocale, useText } from '../texts.ts'
import { type NavigationPage, WaitingContext } from './navigation.ts'

/** How much waits for the person on these pages together, and each part of it in words; 0 and '' for nothing. */
export function useWaitingWords(pages: readonly NavigationPage[]): { count: number; words: string } {
  const t = useText()
  const waiting = useContext(WaitingContext)
  const parts = pages.flatMap(({ to }) => {
    const part = waiting[to]
    return part?.count ? [{ count: part.count, words: t.of(part.text, { count: part.count }) }] : []
  })
  return {
    count: parts.reduce((sum, part) => sum + part.count, 0),
    words: parts.map(({ words }) => words).join(', '),
  }
}

/** The number of things that wait, in the warning colour; nothing for none. Its words belong to what it stands in. */
export function WaitingCount({ count, words }: { count: number; words: string }) {
  const locale = useLocale()
  if (!count) return null
  return (
    <span className="waiting-count figures" aria-hidden title={words}>
      {formatInteger(count, locale)}
    </span>
  )
}
