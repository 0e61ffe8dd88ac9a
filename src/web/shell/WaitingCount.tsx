import { useContext } from 'react'
import { formatInteger } from '#shared/money.ts'
import { useLocale, useText } from '../texts.ts'
import { type NavigationPage, WaitingContext } from './navigation.ts'

/** The total that waits for the person on these pages, with a text for each part; 0 and '' when nothing waits. */
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

/** The number of waiting items in the warning colour; hidden at zero. Its text belongs to the surrounding element. */
export function WaitingCount({ count, words }: { count: number; words: string }) {
  const locale = useLocale()
  if (!count) return null
  return (
    <span className="waiting-count figures" aria-hidden title={words}>
      {formatInteger(count, locale)}
    </span>
  )
}
