import type { Pdf } from '#web/pdf/load.ts'

/** Pixels per PDF point: 150 dpi. */
const density = 150 / 72

/**
 * Prints a PDF alone: each page as a picture on its own sheet, with its mark if any. The pictures are removed once the
 * browser's dialog is closed.
 */
export async function printPdf(pdf: Pdf, mark?: string): Promise<void> {
  const sheets = document.createElement('div')
  sheets.className = 'pdf-sheets'
  sheets.ariaHidden = 'true'
  const addresses: string[] = []
  try {
    for (let page = 1; page <= pdf.pages; page++) {
      const canvas = document.createElement('canvas')
      // oxlint-disable-next-line no-await-in-loop -- one page in memory at a time
      await pdf.draw(page, canvas, density, new AbortController().signal)
      // oxlint-disable-next-line no-await-in-loop -- as above
      const address = URL.createObjectURL(await pictureOf(canvas))
      canvas.width = canvas.height = 0
      addresses.push(address)
      const sheet = document.createElement('div')
      const picture = document.createElement('img')
      picture.src = address
      picture.alt = ''
      sheet.append(picture)
      if (mark) sheet.append(Object.assign(document.createElement('span'), { textContent: mark }))
      sheets.append(sheet)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await picture.decode()
    }
    document.body.append(sheets)
    document.documentElement.dataset.printsPdf = ''
    print()
  } finally {
    delete document.documentElement.dataset.printsPdf
    sheets.remove()
    for (const address of addresses) URL.revokeObjectURL(address)
  }
}

const pictureOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the page cannot be printed')))),
  )
