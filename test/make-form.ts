import { PDFDocument } from '@cantoo/pdf-lib'

/** A form of one page with these text fields and boxes, one beneath the other. */
export async function formPdf({
  texts = ['donor', 'amount'],
  boxes = ['yes', 'no'],
}: { texts?: string[]; boxes?: string[] } = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const page = document.addPage([595, 842])
  const form = document.getForm()
  for (const [at, name] of texts.entries())
    form.createTextField(name).addToPage(page, { x: 60, y: 780 - at * 40, width: 240, height: 20 })
  for (const [at, name] of boxes.entries())
    form.createCheckBox(name).addToPage(page, { x: 360 + at * 40, y: 780, width: 14, height: 14 })
  return document.save()
}
