/** Fields searched for in the text of a notice (issue day, number, tax office, period, purposes), in page order. */
export const foundFields = ['issued_on', 'tax_number', 'tax_office', 'period', 'purposes'] as const
export type FoundField = (typeof foundFields)[number]

/** A place on a page, as fractions of its width and height from the top left. */
export type Place = { x: number; y: number; width: number; height: number }

/** A value found in a document: in the record's form, as written, and its position. */
export type FoundValue = { value: string; text: string; page: number; place: Place }

/** Values found in a document's text; several values for a field are candidates, the likeliest first. */
export type Findings = {
  /** False for a scan, i.e. a picture without text. */
  has_text: boolean
  fields: { field: FoundField; candidates: FoundValue[] }[]
}

const third = (part: number) => (part < 1 / 3 ? 0 : part < 2 / 3 ? 1 : 2)
const rows = ['top', 'middle', 'bottom'] as const
const columns = ['left', 'center', 'right'] as const
export type Corner = `${(typeof rows)[number]}_${(typeof columns)[number]}`

/** The third of the page that contains the middle of a place, from top to bottom and left to right. */
export function cornerOf({ x, y, width, height }: Place): Corner {
  return `${rows[third(y + height / 2)]!}_${columns[third(x + width / 2)]!}`
}

const plain = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim()

/** True if a document and a record agree, ignoring blanks and case. */
export function agrees(field: FoundField, found: string, recorded: string): boolean {
  const same = (text: string) =>
    field === 'tax_number' ? text.replace(/\s/g, '') : plain(text).toLowerCase()
  return same(found) === same(recorded)
}

/** A part of a text, and whether it differs from the other text. */
export type Part = { text: string; differs: boolean }

/** Longer texts are compared by words, because a matrix of their letters would be too large. */
const mostLetters = 200

/** Compares texts of equal length character by character. */
function signBySign(left: readonly string[], right: readonly string[]): [Part[], Part[]] {
  const parts: [Part[], Part[]] = [[], []]
  for (const [at, sign] of left.entries()) {
    addTo(parts[0], sign, sign !== right[at])
    addTo(parts[1], right[at]!, sign !== right[at])
  }
  return parts
}

function addTo(parts: Part[], text: string, differs: boolean): void {
  const last = parts.at(-1)
  if (last?.differs === differs) last.text += text
  else parts.push({ text, differs })
}

/** Splits both texts into parts and marks those that occur in only one of them. */
export function differencesOf(a: string, b: string): [Part[], Part[]] {
  const isLong = Math.max(a.length, b.length) > mostLetters
  const split = (text: string) => (isLong ? text.split(/(?<=\s)/) : Array.from(text))
  const [left, right] = [split(a), split(b)]
  if (left.length === right.length) return signBySign(left, right)
  // Length of the longest common subsequence of both remainders.
  const common = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1))
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      common[i]![j] =
        left[i] === right[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
  const parts: [Part[], Part[]] = [[], []]
  const add = (side: 0 | 1, text: string, differs: boolean) => addTo(parts[side], text, differs)
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      add(0, left[i++]!, false)
      add(1, right[j++]!, false)
    } else if (j >= right.length || (i < left.length && common[i + 1]![j]! >= common[i]![j + 1]!))
      add(0, left[i++]!, true)
    else add(1, right[j++]!, true)
  }
  return parts
}
