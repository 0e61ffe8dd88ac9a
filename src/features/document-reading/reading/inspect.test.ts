import { describe, expect, test } from 'vitest'
import { badPdfs, bombs, pdfOf, pdfOfSize, simplePdf } from '#test/make-pdf.ts'
import { tablePdf } from '#server/formats/pdf-table.ts'
import { inspectPdf, readLimits } from './in-sandbox.ts'

test('a PDF is read with its page count, whatever precedes its header', async () => {
  expect(await inspectPdf(simplePdf())).toEqual({ pages: 1 })
  const behind = Buffer.concat([Buffer.from('GIF89a, a picture some reader shows\n'), simplePdf()])
  expect(await inspectPdf(behind)).toEqual({ pages: 1 })
  const two = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] >>',
    '<< /Type /Pages /Kids [5 0 R] >>',
    '<< /Type /Page >>',
    '<< /Type /Page >>',
  ])
  expect(await inspectPdf(two)).toEqual({ pages: 2 })
})

test('PDFs of our own, with objects in compressed parts, are read', async () => {
  const own = await tablePdf({
    title: 'Auszug',
    subtitle: 'ßäöü',
    pageText: (page, pages) => `${page}/${pages}`,
    columns: [{ heading: 'Tag', share: 1 }],
    rows: Array.from({ length: 120 }, (_, n) => [String(n)]),
    isStrong: () => false,
    author: 'Almoner',
    now: new Date('2026-11-22T09:00:00Z'),
  })
  const inspected = await inspectPdf(own)
  expect(inspected).toEqual({ pages: expect.toSatisfy((pages: number) => pages >= 2) })
})

test('eight megabytes of pictures are read within the limits', async () => {
  expect(await inspectPdf(pdfOfSize(8 * 1024 * 1024))).toEqual({ pages: 1 })
})

/** A form with one field whose format is this script. */
const scripted = (action: string, more: string[] = []) =>
  simplePdf({
    catalog: '/AcroForm << /Fields [4 0 R] >>',
    more: [`<< /FT /Tx /T (a) /AA << /F ${action} >> >>`, ...more],
  })

test.each([
  ['a format', '<< /S /JavaScript /JS (AFNumber_Format\\(2, 2, 0, 0, "", false\\);) >>', { pages: 1 }],
  [
    'a format with its brackets unescaped',
    '<< /S /JavaScript /JS (AFDate_FormatEx("dd.mm.yyyy")) >>',
    { pages: 1 },
  ],
  ['a sum', '<< /S /JavaScript /JS (AFSimple_Calculate("SUM", new Array ("a", "b"))) >>', { pages: 1 }],
  [
    'a format in hex',
    `<< /JS <${Buffer.from('AFDate_Format(3)').toString('hex')}> /S /JavaScript >>`,
    { pages: 1 },
  ],
  ['another script', '<< /S /JavaScript /JS (app.alert\\(1\\)) >>', { refused: 'script' }],
  ['more than a format', '<< /S /JavaScript /JS (AFDate_Format(3); app.alert(1)) >>', { refused: 'script' }],
  [
    'a call among its arguments',
    '<< /S /JavaScript /JS (AFDate_FormatEx(app.alert(1))) >>',
    { refused: 'script' },
  ],
  [
    'a text that ends early',
    '<< /S /JavaScript /JS (AFDate_FormatEx("a" + app.x + "b")) >>',
    { refused: 'script' },
  ],
  ['a function of its own', '<< /S /JavaScript /JS (AFEvil("a")) >>', { refused: 'script' }],
  [
    'a script that follows a format',
    '<< /S /JavaScript /JS (AFDate_Format(3)) /Next << /S /JavaScript /JS (x) >> >>',
    { refused: 'script' },
  ],
  ['two scripts in one action', '<< /S /JavaScript /JS (x) /JS (AFDate_Format(3)) >>', { refused: 'script' }],
])('only scripts that format a field are read: %s', async (_, action, expected) => {
  expect(await inspectPdf(scripted(action))).toEqual(expected)
})

describe('refused', () => {
  test.each(Object.entries(badPdfs))('%s', async (_, { bytes, refused }) => {
    expect(await inspectPdf(bytes)).toEqual({ refused })
  })
})

describe('a decompression bomb is refused without using the server’s own memory', () => {
  test.each(Object.entries(bombs))('%s', async (_, make) => {
    const bytes = make()
    expect(bytes.length).toBeLessThan(8 * 1024 * 1024)
    const before = process.memoryUsage.rss()
    expect(await inspectPdf(bytes)).toEqual({ refused: 'unreadable' })
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024)
  })
})

test('inspection stops at its time limit', async () => {
  expect(await inspectPdf(simplePdf(), { ...readLimits, processorMs: 0 })).toEqual({ refused: 'unreadable' })
})

test('a busy server does not refuse a file because of its own delays', async () => {
  const bytes = pdfOfSize(8 * 1024 * 1024)
  // The file is sent to the process in about thirty pieces, one per turn of the server's event loop.
  const busy = setInterval(() => {
    for (const until = performance.now() + 80; performance.now() < until;);
  }, 1)
  try {
    const began = performance.now()
    expect(await inspectPdf(bytes, { ...readLimits, processorMs: 1500 })).toEqual({ pages: 1 })
    expect(performance.now() - began).toBeGreaterThan(1500)
  } finally {
    clearInterval(busy)
  }
})

test('an inspection without a free process answers 503 and nothing about the file', async () => {
  const waiting = inspectPdf(simplePdf(), { ...readLimits, waitMs: 1 })
  await expect(waiting).rejects.toMatchObject({ status: 503, code: 'server_busy' })
})

test('many inspections at once queue up, and none is lost', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => inspectPdf(simplePdf())))
  expect(all).toEqual(Array.from({ length: 6 }, () => ({ pages: 1 })))
})
