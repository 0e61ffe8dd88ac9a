import type { PDFFont } from '#server/formats/pdf-lib.js'

/** Content of an invented notice of exemption. */
export type NoticeText = {
  office: string
  street: string
  town: string
  day: string
  number: string
  phone: string
  organization: string
  address: readonly string[]
  years: string
  purpose: string
}

const left = 72
const right = 523

/** A notice of exemption by an invented office, on two A4 pages; the same text gives the same bytes. */
export async function noticePdf(notice: NoticeText): Promise<Uint8Array> {
  const { PDFDocument } = await import('#server/formats/pdf-lib.js')
  const document = await PDFDocument.create({ updateMetadata: false })
  const { fontBytes, fontReader } = await import('#server/formats/fonts.ts')
  document.registerFontkit(fontReader)
  const regular = await document.embedFont(fontBytes('regular'), { subset: true })
  const bold = await document.embedFont(fontBytes('bold'), { subset: true })
  document.setTitle(`Freistellungsbescheid ${notice.organization}`)
  document.setLanguage('de-DE')
  let page = document.addPage([595.28, 841.89])
  const write = (text: string, x: number, y: number, size = 8.5, font: PDFFont = regular) =>
    page.drawText(text, { x, y, size, font })
  const ending = (text: string, y: number, font: PDFFont = regular) =>
    write(text, right - font.widthOfTextAtSize(text, 8.5), y, 8.5, font)

  write(notice.office, left, 770, 12, bold)
  write(`${notice.street}, ${notice.town}`, left, 754)
  write('Datum', 350, 774)
  ending(notice.day, 774, bold)
  write('Steuernummer', 350, 760)
  ending(notice.number, 760)
  write('Telefon', 350, 746)
  ending(notice.phone, 746)
  for (const [at, line] of [notice.organization, ...notice.address].entries())
    write(line, left, 670 - at * 15)
  write('Freistellungsbescheid', left, 580, 14, bold)
  write(`für ${notice.years} zur Körperschaftsteuer und Gewerbesteuer`, left, 562, 8.5, bold)
  const paragraphs: [string, ...string[]][] = [
    [
      'Feststellung',
      'Umfang der Steuerbegünstigung: Die Körperschaft ist nach § 5 Abs. 1 Nr. 9 KStG von der',
      'Körperschaftsteuer und nach § 3 Nr. 6 GewStG von der Gewerbesteuer befreit, weil sie',
      'ausschließlich und unmittelbar steuerbegünstigten gemeinnützigen Zwecken dient.',
    ],
    [
      'Hinweise zur Steuerbegünstigung',
      'Die Körperschaft fördert im Sinne der §§ 51 ff. AO folgende gemeinnützige Zwecke:',
      notice.purpose,
    ],
    [
      'Hinweise zur Ausstellung von Zuwendungsbestätigungen',
      'Zuwendungsbestätigungen dürfen nur ausgestellt werden, wenn das Datum dieses Bescheides',
      'nicht länger als fünf Jahre zurückliegt (§ 63 Abs. 5 AO).',
    ],
  ]
  let y = 520
  for (const [heading, ...lines] of paragraphs) {
    write(heading, left, y, 9, bold)
    for (const line of lines) write(line, left, (y -= 15))
    y -= 30
  }
  page = document.addPage([595.28, 841.89])
  write('Rechtsbehelfsbelehrung', left, 770, 9, bold)
  write('Gegen diesen Bescheid ist der Einspruch gegeben.', left, 752)
  return document.save()
}
