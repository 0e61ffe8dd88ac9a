import { describe, expect, test } from 'vitest'
import { asDosText, lettersOf } from './letters.ts'

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const dos: Record<string, number> = { ü: 0x81, ä: 0x84, ö: 0x94, Ä: 0x8e, Ö: 0x99, Ü: 0x9a, ß: 0xe1 }
const inDos = (text: string) => Buffer.from(text.split('').map((sign) => dos[sign] ?? sign.charCodeAt(0)))
const inWindows = (text: string) => Buffer.from(text, 'latin1')
const found = (bytes: Uint8Array, size = 65_536) => lettersOf(pieces(bytes, size))

describe('lettersOf', () => {
  test.each([
    ['umlauts inside words of DOS', inDos('Bücher für Ärzte'), 'cp850'],
    ['umlauts of Windows', inWindows('Bücher für Ärzte, Spaß'), 'windows-1252'],
    ['ASCII', inWindows('Books'), 'windows-1252'],
    ['UTF-8', Buffer.from('Bücher, Straße'), 'windows-1252'],
    ['Spanish names of Windows', inWindows('Sánchez, Málaga'), 'windows-1252'],
  ])('detects %s in any chunks', async (_name, bytes, letters) => {
    for (const size of [1, 3, 65_536]) expect(await found(bytes, size)).toEqual({ letters })
  })

  test.each([
    ['ß alone', inDos('Straße'), { cp850: 'Straße', 'windows-1252': 'Straáe' }],
    ['a capital alone', inDos('Öl'), { cp850: 'Öl', 'windows-1252': '™l' }],
    [
      'a capital of a Czech name',
      Buffer.from('\x8ei\x9eek', 'latin1'),
      { cp850: 'Äi×ek', 'windows-1252': 'Žižek' },
    ],
  ])('leaves %s to a person, shown in both readings', async (_name, bytes, example) => {
    expect(await found(bytes)).toEqual({ examples: [example] })
  })

  test('leaves an ambiguous file to a person', async () => {
    const both = Buffer.concat([inDos('Müller;'), inWindows('Jäger;'), inDos('Müller')])
    expect(await found(both)).toEqual({
      examples: [
        { cp850: 'Müller', 'windows-1252': 'M\u0081ller' },
        { cp850: 'Jõger', 'windows-1252': 'Jäger' },
      ],
    })
  })
})

test('code page 850 is decoded one letter per byte', async () => {
  let text = ''
  for await (const piece of asDosText(pieces(inDos('Größe für Ärzte'), 2))) text += piece
  expect(text).toBe('Größe für Ärzte')
})
