import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { changeSearch } from '../router/navigate.ts'
import { useLocation } from '../router/page.ts'

/**
 * Whether a record's facts are being read or edited, according to its address (`?edit=true`). `mend` opens the form and
 * focuses the first field of one of its parts.
 */
export function useEditing(): {
  editing: boolean
  setEditing: (editing: boolean) => void
  mend: (anchor: string) => void
} {
  const { search } = useLocation()
  const editing = search.edit !== undefined
  /** The requested part, until it is rendered. */
  const wanted = useRef<string>(undefined)
  const [asked, setAsked] = useState(0)
  const setEditing = (next: boolean) =>
    changeSearch((now) => ({ ...now, edit: next ? 'true' : undefined }), { replace: true })
  const arrive = useEffectEvent(() => {
    const place = wanted.current === undefined ? null : document.getElementById(wanted.current)
    if (!place) return
    wanted.current = undefined
    place.scrollIntoView({ block: 'start' })
    place
      .querySelector<HTMLElement>('input:not([disabled]), button:not([disabled])')
      ?.focus({ preventScroll: true })
  })
  useEffect(() => arrive(), [asked, editing])
  return {
    editing,
    setEditing,
    mend: (anchor) => {
      // Reviews are decided in the read view.
      if (anchor !== 'review' && !editing) setEditing(true)
      wanted.current = anchor
      setAsked((times) => times + 1)
    },
  }
}
