import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useShortcut } from '../../shortcuts.ts'
import { IconSearch } from '../../ui/icons.ts'

type SearchBoxProps = { label: string; value: string; onSearch: (text: string) => void }

/** Milliseconds between the last key and the search (spec §9). */
const debounce = 500

/** The search of a list: 500 ms after the last key, at once on Enter; `/` jumps to it, Down from it to the rows. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // The address changed (Back, clear all): the box follows, unless it is the search just sent from here.
  if (value !== known) {
    setKnown(value)
    if (value !== text.trim()) setText(value)
  }
  const send = useEffectEvent(() => {
    if (text.trim() !== value) onSearch(text.trim())
  })
  useEffect(() => {
    const timer = setTimeout(send, debounce)
    return () => clearTimeout(timer)
  }, [text])
  useShortcut('/', () => input.current?.focus())
  return (
    <div className="search-box">
      <IconSearch size={16} stroke={1.8} aria-hidden />
      <input
        ref={input}
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts="/"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && text.trim() !== value) onSearch(text.trim())
          // Down moves to the first hit.
          const first = document.querySelector<HTMLElement>('main [data-row-title]')
          if (event.key === 'ArrowDown' && text.trim() === value && first) {
            event.preventDefault()
            first.focus()
          }
          if (event.key === 'Escape' && text) {
            event.preventDefault()
            setText('')
          }
        }}
      />
      {!text && (
        <span className="kbd" aria-hidden>
          /
        </span>
      )}
    </div>
  )
}
