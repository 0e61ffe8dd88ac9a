/**
 * Limits of XML: characters of one tag, attributes of a tag, nesting, characters of one text and of one comment;
 * `cells` of a row in a sheet.
 */
export type MarkupLimits = {
  tag: number
  attributes: number
  depth: number
  text: number
  comment: number
  cells?: number
}

/** Nesting of a sheet's cells: worksheet, sheetData, row. */
const depthOfCells = 3

/** The exceeded limit, or a DOCTYPE (and with it perhaps entities). */
export type MarkupRefusal =
  | 'tag_too_long'
  | 'too_many_attributes'
  | 'too_deep'
  | 'text_too_long'
  | 'doctype'
  | 'too_many_columns'

type State = 'text' | 'begin' | 'tag' | 'quoted' | 'bang' | 'comment' | 'cdata' | 'instruction'

const [bang, doubleQuote, slash, singleQuote, less, equals, greater, question] = [
  33, 34, 47, 39, 60, 61, 62, 63,
]

/**
 * Checks XML in chunks, in one pass and constant memory, before a parser gets it: parsers take quadratic time for a tag
 * with very many attributes, or recurse into deep nesting. It does not detect malformed XML; the parser does.
 */
export function markupBounds(limits: MarkupLimits) {
  let state: State = 'text'
  /** Characters of the current tag, text or comment in earlier chunks. */
  let before = 0
  let attributes = 0
  let depth = 0
  let cells = 0
  const mostCells = limits.cells ?? Infinity
  let quote = 0
  /** The last two characters, to find the ends of comments and CDATA across chunks. */
  let [last, lastButOne] = [0, 0]
  let isClosing = false

  return {
    /** The refusal of the markup so far, with its position in this chunk; undefined while within the limits. */
    check(piece: string): { refusal: MarkupRefusal; at: number } | undefined {
      let start = -before
      const begin = (next: State, at: number) => {
        state = next
        start = at
      }
      for (let at = 0; at < piece.length; at++) {
        if (state === 'text') {
          const next = piece.indexOf('<', at)
          const end = next < 0 ? piece.length : next
          if (end - start > limits.text) return { refusal: 'text_too_long', at: start < 0 ? 0 : start }
          if (next < 0) break
          at = next
          begin('begin', at)
          continue
        }
        const code = piece.charCodeAt(at)
        if (state === 'begin') {
          attributes = 0
          isClosing = code === slash
          state = code === bang ? 'bang' : code === question ? 'instruction' : 'tag'
        } else if (state === 'bang') {
          // <!-- and <![CDATA[; everything else is a declaration, and the first of these a DOCTYPE.
          if (code === 45) state = 'comment'
          else if (code === 91) state = 'cdata'
          else return { refusal: 'doctype', at }
          begin(state, at)
          ;[last, lastButOne] = [0, 0]
          continue
        } else if (state === 'quoted') {
          if (code === quote) state = 'tag'
        } else if (state === 'tag') {
          if (code === greater) {
            if (isClosing) depth--
            else {
              if (depth === depthOfCells && ++cells > mostCells) return { refusal: 'too_many_columns', at }
              if (depth < depthOfCells) cells = 0
              if (last !== slash && ++depth > limits.depth) return { refusal: 'too_deep', at }
            }
            begin('text', at + 1)
          } else if (code === equals) {
            if (++attributes > limits.attributes) return { refusal: 'too_many_attributes', at }
          } else if (code === doubleQuote || code === singleQuote) {
            quote = code
            state = 'quoted'
          } else if (code === less) begin('begin', at)
        } else if (code === greater) {
          const ends =
            state === 'instruction'
              ? last === question
              : state === 'comment'
                ? last === 45 && lastButOne === 45
                : last === 93 && lastButOne === 93
          if (ends) begin('text', at + 1)
        }
        lastButOne = last
        last = code
        const size = at - start
        if (state === 'tag' || state === 'quoted' || state === 'instruction') {
          if (size > limits.tag) return { refusal: 'tag_too_long', at }
        } else if (size > (state === 'comment' ? limits.comment : limits.text))
          return { refusal: 'text_too_long', at }
      }
      before = piece.length - start
      return undefined
    },
  }
}
