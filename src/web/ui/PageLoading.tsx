import { useLayoutEffect, useRef } from 'react'
import { useText } from '../texts.ts'
import { Spinner } from './Spinner.tsx'
import { restoreFocus } from './useReturnFocus.ts'

/**
 * A page whose record is still loading; the heading appears at once when the title is known. If it has the focus, the
 * heading of the loaded page gets it.
 */
export function PageLoading({ title }: { title?: string }) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const own = heading.current
    return () => {
      if (document.activeElement === own) requestAnimationFrame(() => restoreFocus(undefined))
    }
  }, [])
  return (
    <div className="page">
      <h1 ref={heading} tabIndex={-1}>
        {title ?? t('states.loading')}
      </h1>
      <Spinner />
    </div>
  )
}
