import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Number of a row's tabs that fit; undefined until measured, while all are shown. It measures again when the tabs' text or the
 * window changes, but never in the frame of the first layout.
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
    // Shows all tabs before measuring, so that a wider window shows more of them.
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
