import { readFileSync } from 'node:fs'
import { type PDFDocument, PDFHexString, PDFName, PDFString } from '#server/formats/pdf-lib.js'
import { escapeHtml } from '#server/formats/html.ts'

const producer = 'Almoner'

/** Sets title, language and days both in the document's information dictionary and as XMP, for readers and archives. */
export function describeDocument(
  document: PDFDocument,
  { title, language, when, author }: { title: string; language: string; when: string; author?: string },
): void {
  const day = new Date(when)
  document.setTitle(title, { showInWindowTitleBar: true })
  document.setLanguage(language)
  if (author) document.setAuthor(author)
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
${author ? `<dc:creator><rdf:Seq><rdf:li>${escapeHtml(author)}</rdf:li></rdf:Seq></dc:creator>\n` : ''}<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>${producer}</xmp:CreatorTool><xmp:CreateDate>${instant}</xmp:CreateDate><xmp:ModifyDate>${instant}</xmp:ModifyDate>
<pdf:Producer>${producer}</pdf:Producer>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`
  const stream = context.stream(Buffer.from(packet, 'utf8'), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(stream))
  addColourProfile(document)
}

/** The id that archives ask for: the same for the same document. */
export function identify(document: PDFDocument, fingerprint: string): void {
  document.context.trailerInfo.ID = document.context.obj(Array(2).fill(PDFHexString.of(fingerprint)))
}

// sRGB in 480 bytes, from the Compact ICC Profiles of Clinton Ingram (CC0).
const srgb = new Uint8Array(readFileSync(new URL('./srgb.icc', import.meta.url)))

/** Adds an output intent for colours, as archives require; an existing one is kept. */
function addColourProfile({ catalog, context }: PDFDocument): void {
  if (catalog.has(PDFName.of('OutputIntents'))) return
  const profile = context.register(context.flateStream(srgb, { N: 3 }))
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of('sRGB'),
    Info: PDFString.of('sRGB'),
    DestOutputProfile: profile,
  })
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]))
}
