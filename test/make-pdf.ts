import { deflateSync } from 'node:zlib'

/** Objects by number, from 1: a dictionary in PDF syntax, or a stream with its bytes. */
type PdfObject = string | { dict: string; bytes: Buffer }

const bytesOf = (made: PdfObject, number: number) =>
  typeof made === 'string'
    ? Buffer.from(`${number} 0 obj\n${made}\nendobj\n`, 'latin1')
    : Buffer.concat([
        Buffer.from(`${number} 0 obj\n<< ${made.dict} /Length ${made.bytes.length} >>\nstream\n`, 'latin1'),
        made.bytes,
        Buffer.from('\nendstream\nendobj\n', 'latin1'),
      ])

/**
 * A PDF of exactly these objects with its cross-reference table; the first is the catalog unless `trailer` names
 * another.
 */
export function pdfOf(objects: readonly PdfObject[], trailer = '/Root 1 0 R'): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const places: number[] = []
  let at = parts[0]!.length
  for (const [place, made] of objects.entries()) {
    const bytes = bytesOf(made, place + 1)
    places.push(at)
    parts.push(bytes)
    at += bytes.length
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
      'latin1',
    ),
  )
  return Buffer.concat(parts)
}

const pageTree = [
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
]

/** A PDF of one empty page; `catalog` is added to its catalog, `more` are further objects from number 4 on. */
export function simplePdf({
  catalog = '',
  more = [],
  trailer = '/Root 1 0 R',
}: { catalog?: string; more?: readonly PdfObject[]; trailer?: string } = {}): Buffer {
  return pdfOf([`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`, ...pageTree, ...more], trailer)
}

/** A PDF whose object 4 is in a compressed object stream, with the content of `hidden`. */
export function pdfWithHidden(hidden: string | Buffer, catalog = ''): Buffer {
  const first = '4 0 '
  const packed = deflateSync(Buffer.concat([Buffer.from(first), Buffer.from(hidden as string)]), { level: 9 })
  return simplePdf({
    catalog,
    more: ['null', { dict: `/Type /ObjStm /N 1 /First ${first.length} /Filter /FlateDecode`, bytes: packed }],
  })
}

/** A PDF of this size: one page, and an invisible picture. */
export function pdfOfSize(size: number, filling = 0x41): Buffer {
  const room = (bytes: number) => simplePdf({ more: [{ dict: '', bytes: Buffer.alloc(bytes, filling) }] })
  let bytes = size - room(0).length
  for (;;) {
    const made = room(bytes)
    if (made.length === size) return made
    bytes += size - made.length
  }
}

/** Refused PDFs with their reasons. */
export const badPdfs: Record<string, { bytes: Buffer; refused: 'encrypted' | 'script' | 'unreadable' }> = {
  'a script on opening': {
    bytes: simplePdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }),
    refused: 'script',
  },
  'a script among its names': {
    bytes: simplePdf({
      catalog: '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>',
      more: ['<< /S /JavaScript >>'],
    }),
    refused: 'script',
  },
  'a program to launch': {
    bytes: simplePdf({ more: ['<< /Type /Action /S /Launch /F (calc.exe) >>'] }),
    refused: 'script',
  },
  'a script behind an escaped name': {
    bytes: simplePdf({ catalog: '/OpenAction << /S /J#61vaScript /#4aS (x) >>' }),
    refused: 'script',
  },
  'a script whose kind is said elsewhere': {
    bytes: simplePdf({ catalog: '/OpenAction << /S 4 0 R >>', more: ['/JavaScript'] }),
    refused: 'script',
  },
  'a script in a compressed part': {
    bytes: pdfWithHidden('<< /S /JavaScript /JS (x) >>', '/OpenAction 4 0 R'),
    refused: 'script',
  },
  'a password': {
    bytes: simplePdf({
      trailer: '/Root 1 0 R /Encrypt 4 0 R /ID [<00> <00>]',
      more: ['<< /Filter /Standard /V 1 /R 2 /O (o) /U (u) /P -4 >>'],
    }),
    refused: 'encrypted',
  },
  'no catalog': { bytes: pdfOf(['<< /Type /Other >>', ...pageTree]), refused: 'unreadable' },
  'no page': {
    bytes: pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] >>']),
    refused: 'unreadable',
  },
  'a page tree that runs in a circle': {
    bytes: pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
    refused: 'unreadable',
  },
  'a page tree that doubles at each step': {
    bytes: pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      ...Array.from({ length: 60 }, (_, n) => `<< /Type /Pages /Kids [${n + 3} 0 R ${n + 3} 0 R] >>`),
      '<< /Type /Page >>',
    ]),
    refused: 'unreadable',
  },
  'its end cut off': { bytes: simplePdf().subarray(0, -40), refused: 'unreadable' },
  'its bytes shifted': {
    bytes: Buffer.from(simplePdf().toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
    refused: 'unreadable',
  },
  'nothing but a header': { bytes: Buffer.from('%PDF-1.7\n'), refused: 'unreadable' },
}

/** Decompression bombs: each unpacks to far more than its size. */
export const bombs: Record<string, () => Buffer> = {
  'a compressed part of 300 MB': () => pdfWithHidden(Buffer.alloc(300 * 1024 * 1024, 0x20)),
  'twenty million objects': () => pdfWithHidden(`[${'[]'.repeat(20_000_000)}]`),
  'parts nested without end': () => pdfWithHidden('['.repeat(10_000_000)),
}
