import { PDFDocument } from '#server/formats/pdf-lib.js'
import { wording } from '#features/document-templates/render/wording.ts'

/** A one-page form with these text fields and boxes in a column. */
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

/** A page with all legally required contents of a receipt for one gift, minus omissions. */
export async function officialForm(leftOut: readonly string[] = []): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const page = document.addPage([595, 842])
  const blank = { purposes: '', office: '', number: '', day: '', period: '' }
  const lines = [
    'Aussteller (Bezeichnung und Anschrift der steuerbegünstigten Einrichtung)',
    wording.donation,
    'Name und Anschrift des Zuwendenden',
    'Betrag der Zuwendung - in Ziffern - / - in Buchstaben -',
    'Tag der Zuwendung',
    'Es handelt sich um den Verzicht auf Erstattung von Aufwendungen',
    wording.notice(blank),
    wording.use(''),
    '(Ort, Datum und Unterschrift des Zuwendungsempfängers)',
    wording.liability,
    wording.validity,
  ]
  for (const [at, line] of lines.filter((one) => !leftOut.some((word) => one.includes(word))).entries())
    page.drawText(line, { x: 20, y: 820 - at * 20, size: 5, maxWidth: 550, lineHeight: 6 })
  return document.save()
}
