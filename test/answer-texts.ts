import { inflateRawSync } from 'node:zlib'
import type { Answer } from './app.ts'
import { textOfPdf } from './pdf.ts'

/**
 * All text in an answer that a reader or a program can read: headers, text, PDF pages, cells and members of archives.
 */
export async function textsOf({ headers, bytes }: Pick<Answer, 'headers' | 'bytes'>): Promise<string> {
  const told = [...headers].map(([name, value]) => `${name}: ${value}`)
  const content = Buffer.from(bytes)
  const texts = await textsIn(content)
  // A file embedded in JSON.
  if (headers.get('content-type')?.includes('json'))
    for (const [, base64] of content
      .toString('utf8')
      .matchAll(/"((?:JVBERi0|UEsDB)[A-Za-z0-9+/]{40,}={0,2})"/g))
      texts.push(...(await textsIn(Buffer.from(base64!, 'base64'))))
  return [...told, ...texts].join('\n')
}

/** The texts in a file: a PDF's pages and metadata, an archive's (XLSX too) names and members, else itself. */
export async function textsIn(bytes: Buffer): Promise<string[]> {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    return [bytes.toString('latin1'), await textOfPdf(bytes)]
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') return [bytes.toString('utf8')]
  const texts: string[] = []
  for (const { name, content } of membersOf(bytes)) texts.push(name, ...(await textsIn(content)))
  return texts
}

/** The members of a ZIP by its central directory. */
function membersOf(zip: Buffer): { name: string; content: Buffer }[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const members = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + size)
    members.push({
      name: zip.subarray(at + 46, at + 46 + nameLength).toString('utf8'),
      content: method === 0 ? packed : inflateRawSync(packed),
    })
    at += 46 + nameLength + extra + comment
  }
  return members
}

/** A text normalized for comparison: lower case, once unchanged, once without blanks, entities and URL encoding. */
export function foldings(text: string): string[] {
  const plain = text
    .replace(/%[0-9a-f]{2}(?:%[0-9a-f]{2})*/gi, (encoded) => {
      try {
        return decodeURIComponent(encoded)
      } catch {
        return encoded
      }
    })
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)))
    .replace(/&amp;/g, '&')
    .normalize('NFC')
    .toLowerCase()
  return [plain, plain.replace(/[\s\u00a0\u202f]+/g, '')]
}

/** True when one of the foldings contains a text; a number must stand alone. */
export function standsIn(marker: string, [plain, close]: readonly string[]): boolean {
  const wanted = marker.normalize('NFC').toLowerCase()
  if (/^[\d.,]+$/.test(wanted)) {
    const escaped = wanted.replace(/[.,]/g, '\\$&')
    return new RegExp(`(?<![\\d.,])${escaped}(?![\\d]|[.,]\\d)`).test(plain!)
  }
  return plain!.includes(wanted) || close!.includes(wanted.replace(/\s+/g, ''))
}
