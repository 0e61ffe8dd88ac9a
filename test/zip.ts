import { crc32, deflateRawSync } from 'node:zlib'

type Part = { name: string; data: Buffer; size?: number; method?: number; flags?: number }

/** A ZIP archive of these parts, with freely chosen sizes, methods and flags in its directory. */
export function zip(...parts: Part[]): Buffer<ArrayBuffer> {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, data, size = data.length, method = 8, flags = 0 } of parts) {
    const packed = method === 8 ? deflateRawSync(data) : data
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(crc32(data), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    entries.push(Buffer.concat([entry, Buffer.from(name)]))
    const body = Buffer.concat([header, Buffer.from(name), packed])
    bodies.push(body)
    offset += body.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, directory, end])
}

/** A workbook of one sheet, with this XML for the sheet and the shared strings. */
export function workbook({ sheet, texts }: { sheet: string; texts?: string }): Buffer<ArrayBuffer> {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relations = (...targets: [type: string, target: string][]) =>
    Buffer.from(
      `<Relationships>${targets.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${base}/${type}" Target="${target}"/>`).join('')}</Relationships>`,
    )
  return zip(
    { name: '[Content_Types].xml', data: Buffer.from('<Types/>') },
    { name: '_rels/.rels', data: relations(['officeDocument', 'xl/workbook.xml']) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml']),
    },
    {
      name: 'xl/workbook.xml',
      data: Buffer.from('<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'),
    },
    { name: 'xl/sharedStrings.xml', data: Buffer.from(texts ?? '<sst/>') },
    { name: 'xl/worksheets/sheet1.xml', data: Buffer.from(sheet) },
  )
}
