import { type PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { escapeHtml } from '#server/html.ts'

const producer = 'Almoner'

/** Sets title, language and days, in the old and the new way of saying it, so that readers and archives find them. */
export function describeDocument(
  document: PDFDocument,
  { title, language, when }: { title: string; language: string; when: string },
): void {
  const day = new Date(when)
  document.setTitle(title, { showInWindowTitleBar: true })
  document.setLanguage(language)
  document.setProducer(producer)
  document.setCreator(producer)
  document.setCreationDate(day)
  document.setModificationDate(day)
  const { context, catalog } = document
  const instant = day.toISOString().replace(/\.\d+Z$/, 'Z')
  const packet = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeHtml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>${producer}</xmp:CreatorTool><xmp:CreateDate>${instant}</xmp:CreateDate><xmp:ModifyDate>${instant}</xmp:ModifyDate>
<pdf:Producer>${producer}</pdf:Producer>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`
  const stream = context.stream(Buffer.from(packet, 'utf8'), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(stream))
}
