import type { PDFDocumentProxy, PDFPageProxy, PageViewport } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the bundler answers with the file's address
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** A page's displayed size in PDF points, rotation included. */
export type PageSize = { width: number; height: number }

/** An open PDF. Call `close` when it is no longer shown. */
export type Pdf = {
  pages: number
  size: (page: number) => Promise<PageSize>
  /** Draws a page at `scale` screen pixels per point. Throws when the page cannot be drawn. */
  draw: (page: number, canvas: HTMLCanvasElement, scale: number, signal: AbortSignal) => Promise<void>
  /** Lays the page's words over it as an invisible layer for selecting, copying and reading aloud. */
  layText: (page: number, layer: HTMLElement, signal: AbortSignal) => Promise<void>
  /** The page's runs of text in order, one per element of the text layer. */
  runs: (page: number) => Promise<readonly string[]>
  close: () => void
}

/** Larger canvases are drawn at a lower resolution and scaled up: browsers refuse them. */
const mostPixels = 16_000_000

/**
 * Opens a PDF. The library and its worker load on demand; both are the builds for browsers that are a few years old,
 * and neither uses eval. Fonts that a file names without embedding come from the library, so that a page looks the same
 * everywhere. Throws when the file cannot be read.
 */
export async function loadPdf(bytes: ArrayBuffer): Promise<Pdf> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  pdfjs.GlobalWorkerOptions.workerSrc = workerAddress
  // Copied there by vite/pdf-files.ts.
  const folder = `/assets/pdfjs-${pdfjs.version}/`
  const task = pdfjs.getDocument({
    // A copy: the library transfers the buffer to its worker.
    data: new Uint8Array(bytes.slice(0)),
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    standardFontDataUrl: `${folder}standard_fonts/`,
    cMapUrl: `${folder}cmaps/`,
    cMapPacked: true,
    wasmUrl: `${folder}wasm/`,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  })
  const document = await task.promise
  const pageOf = keptPages(document)
  return {
    pages: document.numPages,
    size: async (number) => {
      const { width, height } = viewportOf(await pageOf(number), 1)
      return { width, height }
    },
    draw: async (number, canvas, scale, signal) => drawPage(await pageOf(number), canvas, scale, signal),
    layText: async (number, layer, signal) => {
      const page = await pageOf(number)
      signal.throwIfAborted()
      const text = new pdfjs.TextLayer({
        textContentSource: page.streamTextContent(),
        container: layer,
        viewport: viewportOf(page, 1),
      })
      signal.addEventListener('abort', () => text.cancel(), { once: true })
      await text.render()
      // The layer fills its parent element.
      layer.style.width = layer.style.height = ''
    },
    runs: async (number) => {
      const { items } = await (await pageOf(number)).getTextContent()
      return items.flatMap((item) => ('str' in item && item.str !== '' ? [item.str] : []))
    },
    close: () => void task.destroy(),
  }
}

function keptPages(document: PDFDocumentProxy) {
  const pages = new Map<number, Promise<PDFPageProxy>>()
  return (number: number): Promise<PDFPageProxy> => {
    const page = pages.get(number) ?? document.getPage(number)
    pages.set(number, page)
    return page
  }
}

const viewportOf = (page: PDFPageProxy, scale: number): PageViewport => page.getViewport({ scale })

async function drawPage(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  scale: number,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const { width, height } = viewportOf(page, 1)
  const fitting = Math.min(scale, Math.sqrt(mostPixels / (width * height)))
  const viewport = viewportOf(page, fitting)
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  const task = page.render({ canvas, viewport })
  signal.addEventListener('abort', () => task.cancel(), { once: true })
  await task.promise
}
