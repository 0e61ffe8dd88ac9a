import { isDay } from '#shared/dates.ts'
import { normalizeLine } from '#shared/normalize.ts'
import { type Findings, type FoundField, foundFields, type FoundValue } from '../findings.ts'
import { type Line, linesOf, placeOf, type ReadPage } from './lines.ts'

/** Maximum number of candidates per field. */
const mostCandidates = 5
const longestValue = 300

/** A value with its confidence: 3 follows its label, 1 only looks like it. */
type Candidate = FoundValue & { certainty: 1 | 2 | 3 }
type Numbered = { line: Line; page: number; above: Line | undefined }

/** Finds a tax notice's day, number, office, period and purposes in its text, each with its position. */
export function findValues(pages: readonly ReadPage[]): Findings {
  const lines = pages.flatMap((page, at) => {
    const all = linesOf(page)
    return all.map((line, n): Numbered => ({ line, page: at + 1, above: all[n - 1] }))
  })
  const finders: Record<FoundField, Candidate[]> = {
    issued_on: lines.flatMap(daysIn),
    tax_number: lines.flatMap(numbersIn),
    tax_office: officesIn(lines),
    period: lines.flatMap(periodsIn),
    purposes: purposesIn(lines),
  }
  const fields = foundFields.map((field) => ({ field, candidates: likeliest(finders[field]) }))
  return { has_text: lines.length > 0, fields: fields.filter(({ candidates }) => candidates.length > 0) }
}

/** Keeps only the most certain kind of candidate, each value once at its first position. */
function likeliest(candidates: readonly Candidate[]): FoundValue[] {
  const surest = Math.max(...candidates.map(({ certainty }) => certainty))
  const byValue = new Map<string, FoundValue>()
  for (const { certainty, ...found } of candidates)
    if (certainty === surest && !byValue.has(found.value)) byValue.set(found.value, found)
  return [...byValue.values()].slice(0, mostCandidates)
}

const months = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
]
const dayPattern = new RegExp(
  `(?<![\\d.])(?<day>\\d{1,2})\\.\\s?(?:(?<month>\\d{1,2})\\.\\s?|(?<name>${months.join('|')})\\s)(?<year>(?:19|20)\\d{2})(?!\\d)`,
  'g',
)

function daysIn({ line, page, above }: Numbered): Candidate[] {
  return matches(line, dayPattern).flatMap(({ text, groups, start, end }) => {
    const month = groups.name ? months.indexOf(groups.name) + 1 : Number(groups.month)
    const value = `${groups.year}-${two(month)}-${two(Number(groups.day))}`
    const before = line.text.slice(0, start)
    if (!isDay(value) || /(geboren|geb\.|gültig|gilt|bis|Stand:?|ab)\s*$/i.test(before)) return []
    const place = placeOf(line, start, end)
    const isNamed =
      /\b(Datum|Ausgestellt(?: am)?|Ausstellungsdatum|Bescheiddatum)\s*:?\s*$/i.test(before) ||
      /,\s*den\s*$/i.test(before) ||
      isHeadedBy(above, place, /^(Datum|Ausstellungsdatum|Bescheiddatum):?$/i)
    const isOfNotice = /(bescheid|feststellung)\S*\s+vom\s*$/i.test(before)
    return [{ value, text, page, place, certainty: isNamed ? 3 : isOfNotice ? 2 : 1 }]
  })
}

const two = (number: number) => String(number).padStart(2, '0')

const numberName = String.raw`(?:Steuer-?\s?nummer|Steuer-?Nr\.?|St\.?-?\s?Nr\.?)`
const numberPattern = /(?<![\d/])(?:\d{2,5}\s?\/\s?\d{3,5}(?:\s?\/\s?\d{3,5})?|\d{10,13})(?![\d/])/g

function numbersIn({ line, page, above }: Numbered): Candidate[] {
  return matches(line, numberPattern).flatMap(({ text, start, end }) => {
    const place = placeOf(line, start, end)
    const isNamed =
      new RegExp(`${numberName}\\s*:?\\s*$`, 'i').test(line.text.slice(0, start)) ||
      isHeadedBy(above, place, new RegExp(`^${numberName}:?$`, 'i'))
    // Telephone numbers contain at most one slash.
    if (!isNamed && text.split('/').length < 3) return []
    return [{ value: text.replace(/\s/g, ''), text, page, place, certainty: isNamed ? 3 : 1 }]
  })
}

const officePattern =
  /Finanzamt(?:e?s)?\s+(?<name>(?:für\s+)?\p{Lu}[\p{L}.]*(?:[-/ ](?:\p{Lu}[\p{L}.]*|[IVX]+|am|an|der|im|in|und)(?![\p{L}]))*)/gu

function officesIn(lines: readonly Numbered[]): Candidate[] {
  const found = lines.flatMap(({ line, page }) =>
    matches(line, officePattern).map(({ text, groups, start, end }): Candidate => {
      const value = normalizeLine(`Finanzamt ${groups.name!.replace(/\s(am|an|der|im|in|und)$/, '')}`)
      return { value, text, page, place: placeOf(line, start, end), certainty: 1 }
    }),
  )
  const counts = Map.groupBy(found, ({ value }) => value)
  return found.toSorted((a, b) => counts.get(b.value)!.length - counts.get(a.value)!.length)
}

const periodPattern =
  /(?:\bfür\s+(?:(?:das|die)\s+)?(?:Kalender|Veranlagungs)?(?:jahre?n?\s+)?|(?:Veranlagungs)?zeitr[aä]um\w*:?\s+)(?<years>(?:19|20)\d{2}(?:\s?(?:bis|-|–|und)\s?(?:19|20)\d{2})?)(?!\d)/gi

function periodsIn({ line, page }: Numbered): Candidate[] {
  return matches(line, periodPattern).map(({ text, groups, start, end }) => {
    const years = groups.years!
    const at = start + text.indexOf(years)
    const value = years.replace(/\s?[-–]\s?/, ' bis ')
    return { value, text: years, page, place: placeOf(line, at, end), certainty: value.length > 4 ? 2 : 1 }
  })
}

const purposePattern = /(?:die\s+)?Förderung\s[^§\t]{3,160}\(?§\s?52\s+Abs/

/** All purposes form one text; its place is that of the first. */
function purposesIn(lines: readonly Numbered[]): Candidate[] {
  const found = lines.flatMap(({ line, page }, at) => {
    const start = purposePattern.exec(line.text)?.index
    if (start === undefined) return []
    const said = line.text.slice(start)
    // A bracket closed on the next line.
    const isOpen = said.split('(').length > said.split(')').length
    const rest = isOpen ? /^[^)]{0,80}\)/.exec(lines[at + 1]?.line.text ?? '')?.[0] : undefined
    return [
      {
        text: normalizeLine(rest ? `${said} ${rest}` : said),
        page,
        place: placeOf(line, start, line.text.length),
      },
    ]
  })
  const [first] = found
  if (!first) return []
  const value = [...new Set(found.map(({ text }) => text))].join('\n').slice(0, longestValue)
  return [{ ...first, value, certainty: 1 }]
}

type Match = { text: string; groups: Record<string, string | undefined>; start: number; end: number }

function matches({ text }: Line, pattern: RegExp): Match[] {
  return [...text.matchAll(pattern)].map((match) => ({
    text: match[0],
    groups: match.groups ?? {},
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** True if the line above contains `name` over this place. */
function isHeadedBy(above: Line | undefined, place: { x: number; width: number }, name: RegExp): boolean {
  if (!above) return false
  let at = 0
  return above.text.split('\t').some((column) => {
    const start = at
    at += column.length + 1
    if (!name.test(column.trim())) return false
    const heading = placeOf(above, start, start + column.length)
    return heading.x < place.x + place.width && place.x < heading.x + heading.width
  })
}
