import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { visible } from '#shared/text-direction.ts'
import { q } from '#web/api.ts'
import { useText } from '#web/texts.ts'

export function useSnippets(purpose: 'decision' | 'question') {
  const { data } = useQuery({ ...q('GET /api/v4/reviews/snippets/'), staleTime: 60_000 })
  return data?.results.filter((one) => one.purpose === purpose) ?? []
}

type SnippetChipsProps = {
  purpose: 'decision' | 'question'
  text?: string
  onUse: (text: string) => void
  /** Appears after the chips. */
  children?: ReactNode
}

const offered = 4

/** The first snippets as chips. They are one tab stop; arrow keys move within it. */
export function SnippetChips({ purpose, text, onUse, children }: SnippetChipsProps) {
  const t = useText()
  const all = useSnippets(purpose)
  const move = (event: React.KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step) return
    const items = [...event.currentTarget.querySelectorAll('button')]
    const at = items.indexOf(document.activeElement as HTMLButtonElement)
    event.preventDefault()
    items[(at + step + items.length) % items.length]?.focus()
  }
  if (all.length === 0 && !children) return null
  return (
    <div className="rq-snippets" role="toolbar" aria-label={t('review_queue.snippets')} onKeyDown={move}>
      {all.slice(0, offered).map((one, at) => (
        <button
          key={one.id}
          type="button"
          tabIndex={at === 0 ? 0 : -1}
          aria-pressed={one.text === text}
          onClick={() => onUse(one.text)}
        >
          {visible(one.title)}
        </button>
      ))}
      {children}
    </div>
  )
}
