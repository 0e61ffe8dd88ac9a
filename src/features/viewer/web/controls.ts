import { useEffect, useEffectEvent, useState } from 'react'
import { hasOpenLayer } from '#web/layers.ts'
import type { Pdf } from '#web/pdf/load.ts'
import { useShortcut } from '#web/shortcuts.ts'
import { useText } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { printPdf } from './print.ts'
import type { Pages } from './usePages.ts'

/** Keyboard shortcuts of the viewer. */
export function usePageKeys(pages: Pages): void {
  useShortcut('PageDown', () => pages.show(pages.page + 1))
  useShortcut('PageUp', () => pages.show(pages.page - 1))
  useShortcut('+', pages.zoomIn)
  useShortcut('-', pages.zoomOut)
  useShortcut('−', pages.zoomOut)
  useShortcut('0', pages.reset)
  useShortcut('w', pages.fitWidth)
}

/** Ctrl/⌘ P prints the document instead of the page around it. */
export function usePrinting(pdf: Pdf, mark?: string) {
  const t = useText()
  const [printing, setPrinting] = useState(false)
  const startPrinting = async () => {
    if (printing) return
    setPrinting(true)
    try {
      await printPdf(pdf, mark)
    } catch (error) {
      notify({ tone: 'danger', title: t('viewer.print_failed'), message: explain(error, t) })
    } finally {
      setPrinting(false)
    }
  }
  const start = useEffectEvent(() => void startPrinting())
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'p' || hasOpenLayer()) return
      event.preventDefault()
      start()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { printing, startPrinting: () => void startPrinting() }
}
