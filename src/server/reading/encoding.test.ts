import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Encoding } from '#shared/reading/encodings.ts'
import { decodeText } from './encoding.ts'
import { ReadError } from '#shared/reading/errors.ts'

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function decode(bytes: Uint8Array, size = 65_536, chosen?: Encoding) {
  const { encoding, text } = await decodeText(pieces(bytes, size), chosen)
  let all = ''
  for await (const piece of text) all += piece
  return { encoding: encoding(), text: all }
}

const german = 'Empfänger;Betrag\nFördervereín Straße e. V.;12,50 €\n'
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const windows = (text: string) =>
  Buffer.from(text.replaceAll('€', '\u0080').replaceAll('–', '\u0096').replaceAll('„', '\u0084'), 'latin1')
const ascii = 'line of plain text\n'

describe('decodeText', () => {
  test.each<[string, Uint8Array, string]>([
    ['UTF-8', Buffer.from(german), 'utf-8'],
    ['UTF-8 with BOM', Buffer.from(`\ufeff${german}`), 'utf-8'],
    ['UTF-16 LE with BOM', Buffer.from(`\ufeff${german}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 BE with BOM', utf16be(`\ufeff${german}`), 'utf-16be'],
    ['UTF-16 LE without BOM', Buffer.from(german, 'utf16le'), 'utf-16le'],
    ['UTF-16 BE without BOM', utf16be(german), 'utf-16be'],
    ['Windows-1252', windows(german), 'windows-1252'],
  ])('reads %s in any chunks', async (_name, bytes, encoding) => {
    for (const size of [1, 2, 3, 7, 65_536]) {
      expect(await decode(bytes, size)).toEqual({ encoding, text: german })
    }
  })

  test('latin-1 is read as Windows-1252, its superset', async () => {
    const text = 'Größe: 5 × ½ ÄÖÜ\n'
    expect(await decode(Buffer.from(text, 'latin1'))).toEqual({ encoding: 'windows-1252', text })
  })

  test('a first umlaut long after the sample still decides the encoding', async () => {
    const long = ascii.repeat(20_000)
    expect(await decode(Buffer.from(`${long}Zürich`))).toEqual({ encoding: 'utf-8', text: `${long}Zürich` })
    expect(await decode(windows(`${long}Zürich „–€`))).toEqual({
      encoding: 'windows-1252',
      text: `${long}Zürich „–€`,
    })
  })

  test('a Windows-1252 umlaut as the very last byte is read', async () => {
    expect(await decode(windows('Menü'))).toEqual({ encoding: 'windows-1252', text: 'Menü' })
  })

  test.each([
    ['UTF-8, then Windows-1252', Buffer.concat([Buffer.from('a\nü\nb\n'), windows('Über\n')]), 4],
    ['both in one line', Buffer.concat([Buffer.from('a\nMüller und '), windows('Größe\n')]), 2],
    ['Windows-1252, then UTF-8', Buffer.concat([windows('Über\nb\n'), Buffer.from('c\nGröße\n')]), 4],
  ])('%s is refused with the line', async (_name, bytes, line) => {
    for (const size of [1, 5, 65_536]) {
      await expect(decode(bytes, size)).rejects.toEqual(new ReadError('mixed_encoding', line))
    }
  })

  test('binary content is refused', async () => {
    await expect(decode(Buffer.from([1, 0, 2, 3, 0, 0, 9, 9, 9, 9]))).rejects.toMatchObject({
      code: 'not_text',
    })
    const late = Buffer.concat([Buffer.from(ascii.repeat(30_000)), Buffer.from([65, 0, 10])])
    await expect(decode(late)).rejects.toEqual(new ReadError('not_text', 30_001))
  })

  test('an empty file is refused as empty', async () => {
    await expect(decode(Buffer.alloc(0))).rejects.toMatchObject({ code: 'empty_file' })
  })

  test('a chosen encoding overrides detection', async () => {
    expect((await decode(Buffer.from('Ã¤'), 9, 'utf-8')).text).toBe('Ã¤')
    expect((await decode(Buffer.from('ä'), 9, 'windows-1252')).text).toBe('Ã¤')
    await expect(decode(windows('a\nü\n'), 9, 'utf-8')).rejects.toEqual(new ReadError('wrong_encoding', 2))
  })

  test('any text is read back from UTF-8 and UTF-16, cut anywhere', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1 }).filter((t) => !/^[\ufeff\ufffe]|\0/.test(t))
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (value, size) => {
        expect((await decode(Buffer.from(value), size)).text).toBe(value)
        expect((await decode(Buffer.from(`\ufeff${value}`, 'utf16le'), size)).text).toBe(value)
        expect((await decode(utf16be(`\ufeff${value}`), size)).text).toBe(value)
      }),
    )
  })

  test('any German text is read back from Windows-1252, cut anywhere', async () => {
    // An accented letter directly before such a character ("ä–€") can also be one UTF-8 character: no reader can tell.
    const units = ['a', 'b', ' ', '\n', 'ä', 'ö', 'ü', 'Ä', 'Ö', 'Ü', 'ß', 'é', ';', '"', ' €', ' „', ' –']
    const text = fc.string({ unit: fc.constantFrom(...units), minLength: 1 })
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (value, size) => {
        expect((await decode(windows(value), size)).text).toBe(value)
      }),
    )
  })
})
