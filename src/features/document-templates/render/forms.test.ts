import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asyncProperty, assert, constantFrom, integer, uniqueArray, string } from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { directionsOfPdf, piecesOfPdf, textOfPdf } from '#test/pdf.ts'
import { costlyRuns } from '#test/runs.ts'
import type { Format, Mapping } from '../places.ts'
import type { TokenValue } from '../tokens.ts'
import { findFields } from './fields.ts'
import { visualRuns, visualSigns } from '#server/formats/bidi-text.ts'
import { measure } from './font.ts'
import { renderTemplate } from './fill-template.ts'

// Forms as real programs write them: groups of boxes, repeated names, hidden widgets, combs.

const size = { from: 7, to: 10 }
const file = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../test/pdf-files/${name}.pdf`, import.meta.url)))

type Filled = [field: string, value: TokenValue | null, format: Format]

/** Fills fields of a form, each with a separate token. */
function fill(pdf: Uint8Array, ...filled: Filled[]) {
  const mapping: Mapping = {
    fields: filled.map(([field, , format], at) => ({ field, token: `t${at}`, format, size })),
    placed: [],
  }
  const values = Object.fromEntries(filled.map(([, value], at) => [`t${at}`, value]))
  return renderTemplate({
    pdf,
    mapping,
    values,
    mark: null,
    title: 'Formular',
    language: 'de',
    when: '2026-11-27T09:00:00.000Z',
  })
}

/** A one-page form with objects numbered from 10; `fields` and `widgets` are the numbers of its fields and annotations. */
function formOf(objects: string[], fields: number[], widgets: number[]): Uint8Array {
  const refs = (numbers: number[]) => numbers.map((number) => `${number} 0 R`).join(' ')
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
  const all = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${refs(fields)}] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 4 0 R >> >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /Helv 4 0 R >> >> /Contents 5 0 R /Annots [${refs(widgets)}] >>`,
    font,
    '<< /Length 0 >>\nstream\n\nendstream',
    '<< /Type /XObject /Subtype /Form /BBox [0 0 12 12] /Length 0 >>\nstream\n\nendstream',
    appearance('PRESET'),
    'null',
    'null',
    ...objects,
  ]
  let text = '%PDF-1.7\n'
  const places = all.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${text}${end}trailer\n<< /Size ${all.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`,
    'latin1',
  )
}

function appearance(word: string): string {
  const drawn = `BT /Helv 8 Tf 1 2 Td (${word}) Tj ET`
  const font = '/Resources << /Font << /Helv 4 0 R >> >>'
  return `<< /Type /XObject /Subtype /Form /BBox [0 0 80 20] ${font} /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`
}

/** A widget of 80 by 20 points. */
const widget = (rest: string, x: number, parent = '') =>
  `<< /Type /Annot /Subtype /Widget ${parent} /Rect [${x} 700 ${x + 80} 720] /P 3 0 R ${rest} >>`

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const utf16 = (text: string) =>
  Buffer.concat([Buffer.from('feff', 'hex'), Buffer.from(text, 'utf16le').swap16()])
const escaped = (bytes: Uint8Array) => hex(bytes).replace(/../g, '#$&')
/** The ways programs encode a box's value: the name of its appearance, and the options its field lists. */
const encodings = {
  'a name in UTF-8': (value: string) => ({ name: escaped(Buffer.from(value)) }),
  'a name in the encoding of PDF': (value: string) => ({ name: escaped(Buffer.from(value, 'latin1')) }),
  'a name in UTF-16': (value: string) => ({ name: escaped(utf16(value)) }),
  'a list in UTF-16': (value: string, at: number) => ({ name: String(at), listed: `<${hex(utf16(value))}>` }),
  'a list in the encoding of PDF': (value: string, at: number) => ({
    name: String(at),
    listed: `<${hex(Buffer.from(value, 'latin1'))}>`,
  }),
}
const radio = 1 << 15

const left = (at: number) => 20 + 30 * at
/** A group of boxes in one row; the box at `checked` is preset. */
function group(values: string[], encoding: keyof typeof encodings, flags = 0, checked?: number): Uint8Array {
  const written = values.map(
    (value, at) => encodings[encoding](value, at) as { name: string; listed?: string },
  )
  const kids = values.map((_, at) => 11 + at)
  const listed = written.flatMap((one) => one.listed ?? [])
  const opt = listed.length > 0 ? `/Opt [${listed.join(' ')}]` : ''
  const state = (at: number) => (checked === at ? written[at]!.name : 'Off')
  const value = checked === undefined ? 'Off' : written[checked]!.name
  return formOf(
    [
      `<< /FT /Btn /Ff ${flags} /T (Art) /V /${value} ${opt} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
      ...written.map(
        ({ name }, at) =>
          `<< /Type /Annot /Subtype /Widget /Parent 10 0 R /Rect [${left(at)} 700 ${left(at) + 12} 712] /F 4 /P 3 0 R /AS /${state(at)} /AP << /N << /${name} 7 0 R /Off 6 0 R >> >> >>`,
      ),
    ],
    [10],
    kids,
  )
}

/** Finds the checked boxes of a row: each cross has its centre inside one box. */
async function crossed(bytes: Uint8Array, boxes: number): Promise<number[]> {
  const crosses = (await piecesOfPdf(bytes)).filter(({ text }) => text === 'X')
  return crosses.map(({ x, y, size: tall }) => {
    const at = Array.from({ length: boxes }, (_, box) => box).find(
      (box) => x >= left(box) && x <= left(box) + 12,
    )
    expect(at).not.toBeUndefined()
    expect(y).toBeGreaterThanOrEqual(700)
    expect(y + 0.73 * tall).toBeLessThanOrEqual(712)
    return at!
  })
}

test.each<[TokenValue | null, Format, number[]]>([
  [true, 'checked_yes', [200]],
  [false, 'checked_yes', [300]],
  [null, 'checked_yes', []],
  [true, 'checked_no', [300]],
  [false, 'checked_no', [200]],
])(
  'a field with the boxes ja and nein, filled with %s as %s, has its cross in %j',
  async (value, format, boxes) => {
    const pdf = file('pdf-01-checkbox-two-values')
    const found = await findFields(pdf)
    expect(found!.fields.map(({ name, type, places }) => [name, type, places.map(({ x }) => x)])).toEqual([
      ['Verzicht', 'checkbox', [200, 300]],
    ])
    const { bytes, problems } = await fill(pdf, ['Verzicht', value, format])
    expect(problems).toEqual([])
    const crosses = (await piecesOfPdf(bytes)).filter(({ text }) => text === 'X')
    expect(crosses.map(({ x }) => boxes.find((box) => x > box && x < box + 12))).toEqual(boxes)
    expect(crosses.every(({ y, size: tall }) => y > 698 && y + 0.73 * tall < 710)).toBe(true)
  },
)

test('each value of a group other than yes/no is a separate field, found by its name in every encoding', async () => {
  for (const encoding of Object.keys(encodings) as (keyof typeof encodings)[])
    for (const flags of [0, radio]) {
      const pdf = group(['Körperschaft', 'Straße', 'Übrige'], encoding, flags, 2)
      // oxlint-disable no-await-in-loop -- each is looked at by itself
      const { fields } = (await findFields(pdf))!
      expect([encoding, fields.map(({ name, type }) => [name, type])]).toEqual([
        encoding,
        [
          ['Art: Körperschaft', 'checkbox'],
          ['Art: Straße', 'checkbox'],
          ['Art: Übrige', 'checkbox'],
        ],
      ])
      const { bytes } = await fill(
        pdf,
        ['Art: Körperschaft', false, 'checked_yes'],
        ['Art: Straße', true, 'checked_yes'],
      )
      expect([encoding, await crossed(bytes, 3)]).toEqual([encoding, [1]])
      // The form's preset check marks are gone, also in the box that nothing fills.
      expect(await textOfPdf(bytes)).not.toContain('PRESET')
      // oxlint-enable no-await-in-loop
    }
})

test('a group that no token fills keeps its preset', async () => {
  const { bytes } = await fill(group(['Geld', 'Sache'], 'a name in UTF-8', radio, 1))
  const [preset, ...others] = (await piecesOfPdf(bytes)).filter(({ text }) => text === 'PRESET')
  expect([preset!.x, others]).toEqual([left(1) + 1, []])
})

test('radio buttons for yes and no are one field, and boxes with the same value are all crossed', async () => {
  const answers = group(['nein', 'Ja'], 'a list in UTF-16', radio)
  expect((await findFields(answers))!.fields.map(({ name }) => name)).toEqual(['Art'])
  expect(await crossed((await fill(answers, ['Art', true, 'checked_yes'])).bytes, 2)).toEqual([1])
  expect(await crossed((await fill(answers, ['Art', false, 'checked_yes'])).bytes, 2)).toEqual([0])
  const same = group(['Ja', 'Ja'], 'a name in UTF-8')
  expect(await crossed((await fill(same, ['Art', true, 'checked_yes'])).bytes, 2)).toEqual([0, 1])
})

test('0 and 1 do not count as yes and no, a long value is shortened in its name, and names are unique', async () => {
  const names = async (pdf: Uint8Array) => (await findFields(pdf))!.fields.map(({ name }) => name)
  expect(await names(group(['0', '1'], 'a name in UTF-8'))).toEqual(['Art: 0', 'Art: 1'])
  const long = 'ä'.repeat(200)
  expect(await names(group([`${long}1`, `${long}2`], 'a list in UTF-16'))).toEqual([
    `Art: ${long}`,
    `Art: ${long} (2)`,
  ])
})

test('boxes without appearances count as a checkbox, but radio buttons without them do not', async () => {
  const pdf = (flags: number) =>
    formOf(
      [
        `<< /FT /Btn /Ff ${flags} /T (a) /Kids [11 0 R 12 0 R] >>`,
        widget('/F 4 /AP << /D 6 0 R >>', 20, '/Parent 10 0 R'),
        widget('/F 4', 220, '/Parent 10 0 R'),
      ],
      [10],
      [11, 12],
    )
  expect((await findFields(pdf(0)))!.fields.map(({ type }) => type)).toEqual(['checkbox'])
  expect((await findFields(pdf(radio)))!.fields.map(({ type }) => type)).toEqual(['other'])
})

test("exactly the boxes of the chosen value are crossed, whatever the group's values are", () =>
  assert(
    asyncProperty(
      uniqueArray(
        string({ unit: constantFrom(...Array.from('abzäöüßÄÖÜ /()#<:.2é')), minLength: 2, maxLength: 12 }),
        {
          minLength: 2,
          maxLength: 6,
          selector: (value) => value.trim(),
        },
      ).filter((values) => values.every((value) => value.trim().length > 1)),
      constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[])),
      constantFrom(0, radio),
      integer({ min: 0, max: 5 }),
      async (values, encoding, flags, choice) => {
        const chosen = choice % values.length
        const { bytes } = await fill(group(values, encoding, flags), [
          `Art: ${values[chosen]!.trim()}`,
          true,
          'checked_yes',
        ])
        expect(await crossed(bytes, values.length)).toEqual([chosen])
      },
    ),
    { numRuns: costlyRuns(20) },
  ))

test('all field objects of one name are filled, on each page', async () => {
  const pdf = file('pdf-03-same-name-two-objects')
  const place = { x: 200, y: 690, width: 300, height: 22 }
  expect((await findFields(pdf))!.fields).toEqual([
    {
      name: 'Name',
      type: 'text',
      max_length: null,
      places: [
        { page: 1, ...place },
        { page: 2, ...place },
      ],
    },
  ])
  const { bytes, problems } = await fill(pdf, ['Name', 'Jörg Groß', 'text'])
  expect(problems).toEqual([])
  const written = await Promise.all(
    [1, 2].map(async (page) => (await piecesOfPdf(bytes, page)).find(({ text }) => text === 'Jörg Groß')),
  )
  expect(written.map((one) => [one!.x, one!.y > 690 && one!.y < 705])).toEqual([
    [202, true],
    [202, true],
  ])
})

test('fields of one name report the shortest limit, and each is held to its own', async () => {
  const pdf = formOf(
    [widget('/FT /Tx /T (Name) /F 4 /MaxLen 4', 20), widget('/FT /Tx /T (Name) /F 4 /MaxLen 9', 120)],
    [10, 11],
    [10, 11],
  )
  expect((await findFields(pdf))!.fields.map(({ max_length }) => max_length)).toEqual([4])
  expect((await fill(pdf, ['Name', 'sieben7', 'text'])).problems).toHaveLength(1)
})

test('nothing is written at a hidden widget', async () => {
  const pdf = file('pdf-04-hidden-place')
  expect((await findFields(pdf))!.fields.map(({ places }) => places.map(({ y }) => y))).toEqual([[690]])
  const { bytes } = await fill(pdf, ['Name', 'Jörg Groß', 'text'])
  const written = (await piecesOfPdf(bytes)).filter(({ text }) => text === 'Jörg Groß')
  expect(written.map(({ x, y }) => [x, y > 690 && y < 705])).toEqual([[122, true]])
})

test.each([
  [0, true, 'says nothing'],
  [2, false, 'is hidden'],
  [4, true, 'is printed'],
  [6, false, 'is hidden and would be printed'],
  [32, false, 'is not viewed'],
  [36, true, 'is only printed'],
  [38, false, 'is hidden and only printed'],
  [4 | 64 | 128, true, 'is read only and locked'],
])(
  'flags %i: on paper is %s for a widget that %s, filled or not, alone or one of several',
  async (flags, onPaper) => {
    const look = '/AP << /N 7 0 R >>'
    const alone = formOf([widget(`/FT /Tx /T (a) /F ${flags} ${look}`, 20)], [10], [10])
    const several = formOf(
      [
        '<< /FT /Tx /T (a) /Kids [11 0 R 12 0 R] >>',
        widget(`/F ${flags} ${look}`, 20, '/Parent 10 0 R'),
        widget(`/F 4 ${look}`, 220, '/Parent 10 0 R'),
      ],
      [10],
      [11, 12],
    )
    const loose = formOf([widget(`/FT /Tx /T (a) /F ${flags} ${look}`, 20)], [], [10])
    const texts = async (pdf: Uint8Array, ...filled: Filled[]) =>
      (await piecesOfPdf((await fill(pdf, ...filled)).bytes)).map(({ text, x }) => [text, x])
    const one = (text: string, x: number) => (onPaper ? [[text, x]] : [])
    expect(await texts(alone)).toEqual(one('PRESET', 21))
    expect(await texts(alone, ['a', 'Wort', 'text'])).toEqual(one('Wort', 22))
    expect(await texts(several)).toEqual([...one('PRESET', 21), ['PRESET', 221]])
    expect(await texts(several, ['a', 'Wort', 'text'])).toEqual([...one('Wort', 22), ['Wort', 222]])
    expect(await texts(loose)).toEqual(one('PRESET', 21))
  },
)

/** Each character with its centre, in points from the left edge of a field. */
async function middles(bytes: Uint8Array, x: number): Promise<[string, number][]> {
  return (await piecesOfPdf(bytes))
    .filter(({ text, x: at }) => text.length === 1 && at >= x)
    .map(({ text, x: at, size: tall }) => [text, Math.round((at + (measure(text) * tall) / 2 - x) * 10) / 10])
}

test('a comb centres one character in each cell', async () => {
  const { bytes, problems } = await fill(file('pdf-05-comb'), ['Datum', '2026-11-23', 'day_de'])
  expect(problems).toEqual([])
  expect(await middles(bytes, 120)).toEqual(Array.from('23.11.2026', (sign, at) => [sign, 20 * at + 10]))
})

const comb = (rest: string) =>
  formOf([widget(`/FT /Tx /T (a) /F 4 /Ff 16777216 /MaxLen 8 ${rest}`, 20)], [10], [10])

test.each([
  ['', [5, 25]],
  ['/Q 1', [25, 45]],
  ['/Q 2', [55, 75]],
])('a value shorter than its comb is aligned as its field declares: "%s"', async (rest, [first, last]) => {
  const { bytes } = await fill(comb(rest), ['a', 'Ä ß', 'text'])
  expect(await middles(bytes, 20)).toEqual([
    ['Ä', first],
    ['ß', last],
  ])
})

test('a value with more characters than its comb has cells, or wider ones, is reported as too long', async () => {
  const problem = { place: 'a', token: 't0', reason: 'too_long', letters: '' }
  expect((await fill(comb(''), ['a', 'neunNEUN9', 'text'])).problems).toEqual([problem])
  const narrow = formOf([widget('/FT /Tx /T (a) /F 4 /Ff 16777216 /MaxLen 16', 20)], [10], [10])
  expect((await fill(narrow, ['a', 'WWW', 'text'])).problems).toEqual([problem])
  expect((await fill(narrow, ['a', '111', 'text'])).problems).toEqual([])
})

test('a letter with a combining accent takes one cell of a comb', async () => {
  const { problems } = await fill(comb(''), ['a', 'o\u0308'.repeat(8), 'text'])
  expect(problems).toEqual([])
})

test('the letter limit and the comb flag may be inherited from a parent field', async () => {
  const pdf = formOf(
    [
      '<< /T (daten) /FT /Tx /Ff 16777216 /MaxLen 4 /Kids [11 0 R] >>',
      widget('/T (tag) /F 4', 20, '/Parent 10 0 R'),
    ],
    [10],
    [11],
  )
  expect((await findFields(pdf))!.fields.map(({ name, max_length }) => [name, max_length])).toEqual([
    ['daten.tag', 4],
  ])
  expect(await middles((await fill(pdf, ['daten.tag', '12', 'text'])).bytes, 20)).toEqual([
    ['1', 10],
    ['2', 30],
  ])
})

const donor = 'Jörg Groß'
const textField = (rest: string) => formOf([widget(`/FT /Tx /T (a) /F 4 ${rest}`, 20)], [10], [10])

test.each([
  ['', 22],
  ['/Q 1', 20 + (80 - measure(donor) * 10) / 2],
  ['/Q 2', 98 - measure(donor) * 10],
])('a text is aligned as its field declares: "%s"', async (rest, x) => {
  const { bytes } = await fill(textField(rest), ['a', donor, 'text'])
  const [written] = await piecesOfPdf(bytes)
  expect([written!.text, written!.size]).toEqual([donor, 10])
  expect(written!.x).toBeCloseTo(x, 1)
})

test('each line of a multi-line field is aligned as declared, and a widget may override it', async () => {
  const pdf = formOf(
    [
      '<< /FT /Tx /T (a) /Ff 4096 /Q 2 /Kids [11 0 R 12 0 R] >>',
      widget('/F 4', 20, '/Parent 10 0 R'),
      widget('/F 4 /Q 0', 220, '/Parent 10 0 R'),
    ],
    [10],
    [11, 12],
  )
  const { bytes } = await fill(pdf, ['a', 'Jörg\nan', 'lines'])
  const ends = (await piecesOfPdf(bytes)).map(({ text, x, size: tall }) => [
    text,
    Math.round(x < 200 ? x + measure(text) * tall : x),
  ])
  expect(ends).toEqual([
    ['Jörg', 98],
    ['an', 98],
    ['Jörg', 222],
    ['an', 222],
  ])
})

/** Position of a text's first character in a field of 80 by 20 points at 20, 700, and the text's direction. */
test.each([
  [0, [22, 706.35], [1, 0]],
  [90, [33.65, 702], [0, 1]],
  [180, [98, 713.65], [-1, 0]],
  [270, [26.35, 718], [0, -1]],
  [450, [33.65, 702], [0, 1]],
])('a field turned by %i degrees is filled with text in its own direction', async (turn, [x, y], way) => {
  const { bytes, problems } = await fill(textField(`/MK << /R ${turn} >>`), ['a', 'ab', 'text'])
  expect(problems).toEqual([])
  const [written] = await directionsOfPdf(bytes)
  const close = (value: number) => expect.closeTo(value, 1)
  expect(written).toEqual({ text: 'ab', x: close(turn % 180 === 0 ? x! : x! + 30), y: close(y!), way })
})

const formatted = (script: string) =>
  textField(`/AA << /F << /S /JavaScript /JS (${script.replace(/[()]/g, '\\$&')}) >> >>`)

test.each<[string, TokenValue, Format, string]>([
  ['AFDate_FormatEx("yyyy-mm-dd");', '2026-03-01', 'day_de', '2026-03-01'],
  ['AFDate_FormatEx("dd/mm/yy")', '2026-03-01', 'day_de_long', '01/03/26'],
  ["AFDate_FormatEx('d. mmmm yyyy')", '2026-03-01', 'day_de', '1. März 2026'],
  ['AFDate_FormatEx("d-mmm-yyyy")', '2026-12-01', 'day_en', '1-Dec-2026'],
  ['AFDate_Format(2)', '2026-03-01', 'day_de', '03/01/26'],
  ['AFDate_FormatEx("dd.mm.yyyy HH:MM")', '2026-03-01', 'day_de', '01.03.2026'],
  ['AFDate_FormatEx("mm/yy")', '2026-03-01', 'day_de', '01.03.2026'],
  ['AFNumber_Format(2, 2, 0, 0, "", false);', 127_500, 'eur_de', '1.275,00'],
  ['AFNumber_Format(2, 3, 0, 0, " \\\\u20ac", false);', 127_550, 'eur_de', '1275,50 €'],
  ['AFNumber_Format(2, 0, 0, 0, "EUR ", true);', 127_500_000, 'eur_en', 'EUR 1,275,000.00'],
  ['AFNumber_Format(0, 1, 0, 0, "", true);', 127_500, 'eur_de', '1275'],
  ['AFNumber_Format(0, 1, 0, 0, "", true);', 127_501, 'eur_de', '1275.01'],
  [
    'AFNumber_Format(2, 2, 0, 0, "", false);',
    127_500,
    'words_de',
    'eintausendzweihundertfünfundsiebzig Euro',
  ],
  ['AFPercent_Format(2, 2);', 127_500, 'eur_de', '1.275,00 €'],
])('a field with the script %s shows %s in format %s as %s', async (script, value, format, written) => {
  const pdf = formatted(script)
  const { bytes } = await fill(pdf, ['a', value, format])
  expect((await textOfPdf(bytes)).trim()).toBe(written)
})

test('a field reports the format that its form sets', async () => {
  const fields = async (pdf: Uint8Array) => (await findFields(pdf)).fields
  expect(await fields(formatted('AFDate_FormatEx("dd.mm.yyyy")'))).toMatchObject([
    { name: 'a', own_format: { day: 'dd.mm.yyyy' } },
  ])
  expect((await fields(textField('')))[0]).not.toHaveProperty('own_format')
})

/** The form of one field on a page that its viewer turns. */
const lying = (turn: number, rest: string) =>
  Buffer.from(
    Buffer.from(textField(rest))
      .toString('latin1')
      .replace('/MediaBox [0 0 600 800]', `/MediaBox [0 0 600 800] /Rotate ${turn}`),
    'latin1',
  )

/** Displayed position of the field of 80 by 20 points at 20, 700 on the unrotated page of 600 by 800. */
test.each([
  [90, { x: 700, y: 500, width: 20, height: 80 }, { width: 800, height: 600 }],
  [180, { x: 500, y: 80, width: 80, height: 20 }, { width: 600, height: 800 }],
  [270, { x: 80, y: 20, width: 20, height: 80 }, { width: 800, height: 600 }],
  [-90, { x: 80, y: 20, width: 20, height: 80 }, { width: 800, height: 600 }],
  [360, { x: 20, y: 700, width: 80, height: 20 }, { width: 600, height: 800 }],
])('a page turned by %i degrees is filled as its reader sees it', async (turn, place, page) => {
  const found = await findFields(lying(turn, ''))
  expect(found.pages).toEqual([{ x: 0, y: 0, ...page }])
  expect(found.fields[0]!.places).toEqual([{ page: 1, ...place }])
  // A form made for a rotated page rotates its fields in the opposite direction, so that their text is upright.
  const { bytes, problems } = await fill(lying(turn, `/MK << /R ${turn} >>`), ['a', 'ab', 'text'])
  expect(problems).toEqual([])
  const [written] = await directionsOfPdf(bytes)
  expect([written!.text, written!.way]).toEqual(['ab', [1, 0]])
  expect(written!.x).toBeCloseTo(place.x + 2, 1)
  const middle = written!.y + (0.73 * 10) / 2
  expect(middle).toBeCloseTo(place.y + place.height / 2, 1)
})

test('the content of a turned page stays where the reader saw it', async () => {
  const pdf = lying(90, '/AP << /N 7 0 R >>')
  // PRESET is drawn at 1, 2 of its field, from the bottom up to someone who sees the page turned.
  const { bytes } = await fill(pdf)
  const [preset] = await directionsOfPdf(bytes)
  expect(preset).toEqual({
    text: 'PRESET',
    x: expect.closeTo(702, 1),
    y: expect.closeTo(579, 1),
    way: [0, -1],
  })
})

test.each([
  ['דוד לוי', ['דוד לוי']],
  ['علي حسن', ['علي حسن']],
  ['Firma علي حسن GmbH 12', ['Firma ', 'علي حسن', ' GmbH 12']],
  ['علي حسن (Berlin) 45', ['45', '(', 'Berlin', 'علي حسن )']],
  ['Γιώργος', ['Γιώργος']],
])('only the right-to-left letters of %s are written from right to left', async (name, pieces) => {
  expect(visualRuns(name).map((run) => run.trim())).toEqual(pieces.map((piece) => piece.trim()))
  const wide = formOf(
    [`<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /F 4 /Rect [20 700 320 720] /P 3 0 R >>`],
    [10],
    [10],
  )
  const { bytes, problems } = await fill(wide, ['a', name, 'text'])
  expect(problems).toEqual([])
  const said = await textOfPdf(bytes)
  for (const word of name.split(/[ ()]+/).filter(Boolean)) expect(said).toContain(word)
})

test('a long right-to-left text is split quickly, however long its runs are', () => {
  const long = `${'של '.repeat(20_000)}abc`
  expect(visualRuns(long).map((run) => run.length)).toEqual([3, 60_000])
})

test('a name with letters that the font lacks is reported with those letters', async () => {
  const { problems } = await fill(textField(''), ['a', '王小 Li', 'text'])
  expect(problems).toEqual([{ place: 'a', token: 't0', reason: 'letters', letters: '王小' }])
})

test('a comb shows a right-to-left name with its first letter at the right', async () => {
  expect(visualSigns('שלו')).toEqual(['ו', 'ל', 'ש'])
  const { bytes, problems } = await fill(comb('/Q 2'), ['a', 'שלו', 'text'])
  expect(problems).toEqual([])
  // A reader reverses the characters when they run from right to left.
  expect((await textOfPdf(bytes)).trim()).toBe('ש ל ו')
})

const work = mkdtempSync(join(tmpdir(), 'almoner-forms-'))
afterAll(() => rmSync(work, { recursive: true }))
const isMissing = spawnSync('qpdf', ['--version']).error !== undefined
test.skipIf(isMissing).each<[string, Filled]>([
  ['pdf-01-checkbox-two-values', ['Verzicht', true, 'checked_yes']],
  ['pdf-03-same-name-two-objects', ['Name', 'Jörg Groß', 'text']],
  ['pdf-04-hidden-place', ['Name', 'Jörg Groß', 'text']],
  ['pdf-05-comb', ['Datum', '2026-11-23', 'day_de']],
])(
  'qpdf finds nothing wrong with %s after filling (skipped where qpdf is not installed)',
  async (name, filled) => {
    const made = join(work, `${name}.pdf`)
    writeFileSync(made, (await fill(file(name), filled)).bytes)
    expect(execFileSync('qpdf', ['--check', made], { encoding: 'utf8' })).toContain(
      'No syntax or stream encoding errors found',
    )
  },
)

test.skipIf(isMissing).each<[string, () => Uint8Array, string]>([
  ['a turned field', () => textField('/MK << /R 90 >> /Q 1'), 'ab'],
  ['a turned page', () => lying(90, '/MK << /R 90 >> /AP << /N 7 0 R >>'), 'ab'],
  ['a name of two directions', () => textField(''), 'Ali علي'],
])(
  'qpdf finds nothing wrong with %s after filling (skipped where qpdf is not installed)',
  async (name, pdf, value) => {
    const made = join(work, `${name}.pdf`)
    writeFileSync(made, (await fill(pdf(), ['a', value, 'text'])).bytes)
    expect(execFileSync('qpdf', ['--check', made], { encoding: 'utf8' })).toContain(
      'No syntax or stream encoding errors found',
    )
  },
)
