/**
 * A wording as staff see it: text, and chips for its code. Each piece keeps its source, so that the pieces join to exactly the
 * same wording.
 */
export type Piece =
  | { kind: 'text'; source: string }
  /** `{{ title }}` */
  | { kind: 'variable'; source: string; name: string }
  /** `[words]({{ link }})` */
  | { kind: 'link'; source: string; name: string; words: string }
  /** `{% if name != '' %}`: shown if there is a value; with `value`, if it is (or is not) this one. */
  | { kind: 'if'; source: string; name: string; not: boolean; value: string }
  | { kind: 'case'; source: string; name: string }
  | { kind: 'when'; source: string; name: string; value: string }
  | { kind: 'else'; source: string; name: string }
  | { kind: 'end'; source: string; name: string }
export type Chip = Exclude<Piece, { kind: 'text' }>

/** Why a wording cannot be shown as chips; each has a text `email_templates.as_code.…`. */
export const codeReasons = ['unknown', 'computed', 'condition', 'tag', 'unclosed', 'broken'] as const
export type CodeReason = (typeof codeReasons)[number]
/** The pieces of a wording, or the code that prevents chips and the reason. */
export type Cut = { pieces: Piece[] } | { reason: CodeReason; code: string }

const name = String.raw`([A-Za-z_][A-Za-z0-9_]*)`
const quoted = String.raw`(?:'([^']*)'|"([^"]*)")`
const marks = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g
const link = new RegExp(String.raw`\[([^[\]{}\n\r]*)\]\((\{\{\s*${name}\s*\}\})\)`, 'g')
const wholeLink = new RegExp(`^${link.source}$`)
const variable = new RegExp(String.raw`^\{\{\s*${name}\s*\}\}$`)
const whole = (inside: string) => new RegExp(String.raw`^\{%\s*${inside}\s*%\}$`)
const tags = {
  if: whole(String.raw`if\s+${name}\s*(!=|==)\s*${quoted}`),
  case: whole(String.raw`case\s+${name}`),
  when: whole(String.raw`when\s+${quoted}`),
  else: whole('else'),
  endif: whole('endif'),
  endcase: whole('endcase'),
}

/** Source of the first and last mark of an optional section. */
export const openingOf = (variableName: string) => `{% if ${variableName} != '' %}`
export const closing = '{% endif %}'
export const variableSource = (variableName: string) => `{{ ${variableName} }}`
/** Source of a link, without characters that would end its text early. */
export const linkSource = (words: string, variableName: string) =>
  `[${words.replace(/[[\]{}\n\r]/g, '')}](${variableSource(variableName)})`

/** Joins pieces to the wording they came from. */
export const sourceOf = (pieces: readonly Piece[]): string => pieces.map(({ source }) => source).join('')

/** Splits a wording into text and chips; `known` are the variables that it may use. */
export function cut(wording: string, known: readonly string[]): Cut {
  const pieces: Piece[] = []
  const open: { kind: 'if' | 'case'; name: string }[] = []
  for (const part of parts(wording)) {
    const piece = pieceOf(part, open.at(-1)?.name ?? '')
    if ('reason' in piece) return piece
    if ('name' in piece && piece.name !== '' && !known.includes(piece.name))
      return { reason: 'unknown', code: piece.source }
    const problem = nest(piece, open)
    if (problem) return { reason: problem, code: piece.source }
    pieces.push(piece)
  }
  return open.length > 0 ? { reason: 'unclosed', code: open.at(-1)!.kind } : { pieces }
}

/** Text, Liquid marks, and links to a variable, in order and without gaps. */
function parts(wording: string): string[] {
  const found: string[] = []
  let at = 0
  const text = (until: number) => {
    if (until > at) found.push(wording.slice(at, until))
    at = until
  }
  const linked = [...wording.matchAll(link)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  )
  for (const mark of wording.matchAll(marks)) {
    if (mark.index < at) continue
    const [from, to] = linked.find(
      ([start, end]) => start < mark.index && mark.index < end && start >= at,
    ) ?? [mark.index, mark.index + mark[0].length]
    text(from)
    text(to)
  }
  text(wording.length)
  return found
}

type Refused = { reason: CodeReason; code: string }

function pieceOf(source: string, section: string): Piece | Refused {
  const linked = wholeLink.exec(source)
  if (linked) return { kind: 'link', source, words: linked[1]!, name: linked[3]! }
  if (source.startsWith('{{')) {
    const found = variable.exec(source)
    return found ? { kind: 'variable', source, name: found[1]! } : { reason: 'computed', code: source }
  }
  if (source.startsWith('{%')) return tagOf(source, section)
  // Liquid would read an unclosed or unopened mark differently.
  const mark = source.search(/\{\{|\{%/)
  if (mark !== -1) return { reason: 'broken', code: source.slice(mark, mark + 40) }
  return { kind: 'text', source }
}

function tagOf(source: string, section: string): Piece | Refused {
  const found = (tag: keyof typeof tags) => tags[tag].exec(source)
  const opened = found('if')
  if (opened) {
    const [, of, operator, single, double] = opened
    return { kind: 'if', source, name: of!, not: operator === '!=', value: single ?? double ?? '' }
  }
  const chosen = found('case')
  if (chosen) return { kind: 'case', source, name: chosen[1]! }
  const when = found('when')
  if (when) return { kind: 'when', source, name: section, value: when[1] ?? when[2] ?? '' }
  if (found('else')) return { kind: 'else', source, name: section }
  if (found('endif') || found('endcase')) return { kind: 'end', source, name: section }
  const word = /^\{%-?\s*(\w*)/.exec(source)?.[1] ?? ''
  const conditional = ['if', 'elsif', 'unless', 'case', 'when', 'else', 'endif', 'endunless', 'endcase']
  return { reason: conditional.includes(word) ? 'condition' : 'tag', code: source }
}

/** Tracks open sections; returns the error of a mark that fits none of them. */
function nest(piece: Piece, open: { kind: 'if' | 'case'; name: string }[]): CodeReason | undefined {
  const inner = open.at(-1)?.kind
  switch (piece.kind) {
    case 'if':
    case 'case':
      open.push({ kind: piece.kind, name: piece.name })
      return undefined
    case 'when':
      return inner === 'case' ? undefined : 'unclosed'
    case 'else':
      return inner ? undefined : 'unclosed'
    case 'end': {
      if (inner !== (tags.endif.test(piece.source) ? 'if' : 'case')) return 'unclosed'
      open.pop()
      return undefined
    }
    default:
      return undefined
  }
}

/**
 * Indexes of the chips that belong to the one at `at`: start, end and dividers of its section. A divider, or a chip outside
 * sections, stands alone.
 */
export function chipsOfSection(chips: readonly { kind: Chip['kind'] }[], at: number): number[] {
  const sections: number[][] = []
  const open: number[][] = []
  for (const [place, { kind }] of chips.entries()) {
    if (kind === 'if' || kind === 'case') open.push([place])
    else if (kind === 'when' || kind === 'else') open.at(-1)?.push(place)
    else if (kind === 'end') {
      const section = open.pop()
      if (section) sections.push([...section, place])
    }
  }
  const kind = chips[at]?.kind
  const isEdge = kind === 'if' || kind === 'case' || kind === 'end'
  return (isEdge && sections.find((section) => section.includes(at))) || [at]
}
