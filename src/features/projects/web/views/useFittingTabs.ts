import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * How many of a row's tabs it has room for; undefined until that is known, when all are there. Measured again when what the
 * tabs say changes, and when the window does; never in the frame in which a page is first laid out.
 */
export function useFittingTabs(said: string): {
  row: RefObject<HTMLElement | null>
  fits: number | undefined
} {
  const row = useRef<HTMLElement>(null)
  const [measured, setMeasured] = useState<{ of: string; fits: number }>()
  useEffect(() => {
    let frame = requestAnimationFrame(measure)
    function measure() {
      const tabs = row.current
      if (!tabs) return
      const { right } = tabs.getBoundingClientRect()
      const inside = [...tabs.children].filter((tab) => tab.getBoundingClientRect().right <= right + 1)
      setMeasured({ of: said, fits: inside.length })
    }
    // All are put back first, so that a wider window shows more of them.
    const again = () => {
      setMeasured(undefined)
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(measure)))
    }
    addEventListener('resize', again)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('resize', again)
    }
  }, [said])
  return { row, fits: measured?.of === said ? measured.fits : undefined }
}
