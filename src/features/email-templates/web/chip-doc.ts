import { Fragment, type Node, Schema, Slice } from 'prosemirror-model'
import type { Transaction } from 'prosemirror-state'
import { type Chip, cut, type Piece, variableSource } from '../chips.ts'

export const schema = new Schema({
  nodes: {
    doc: { content: 'line+' },
    line: {
      content: 'inline*',
      whitespace: 'pre',
      toDOM: () => ['p', 0],
      // Elements that browsers create for lines while typing; foreign HTML never reaches this point.
      parseDOM: [{ tag: 'p' }, { tag: 'div' }],
    },
    text: { group: 'inline' },
    chip: {
      group: 'inline',
      inline: true,
      atom: true,
      draggable: true,
      attrs: { chip: {} },
      // For copying and dragging elsewhere; on the page the node view renders it.
      toDOM: (node) => ['span', chipOf(node).source],
      leafText: (node) => chipOf(node).source,
    },
  },
})

export const isChip = (node: Node | null | undefined): node is Node => node?.type.name === 'chip'
export const chipOf = (node: Node): Chip => node.attrs.chip as Chip
export const chipNode = (chip: Chip): Node => schema.nodes.chip.create({ chip })

/** Splits pieces into lines, at least one. */
function linesOf(pieces: readonly Piece[]): Node[] {
  const lines: Node[][] = [[]]
  for (const piece of pieces) {
    if (piece.kind !== 'text') {
      lines.at(-1)!.push(chipNode(piece))
      continue
    }
    for (const [at, text] of piece.source.split('\n').entries()) {
      if (at > 0) lines.push([])
      if (text !== '') lines.at(-1)!.push(schema.text(text))
    }
  }
  return lines.map((line) => schema.nodes.line.create(null, line))
}

/** A wording as a document; undefined if it must stay code. */
export function docOf(wording: string, known: readonly string[]): Node | undefined {
  const found = cut(wording, known)
  return 'pieces' in found ? schema.nodes.doc.create(null, linesOf(found.pieces)) : undefined
}

/** The wording of a document; it reverses `docOf` exactly. */
export function wordingOf(doc: Node): string {
  return doc.textBetween(0, doc.content.size, '\n')
}

/** Converts pasted or dropped text; marks that pair up become chips. */
export function sliceOf(text: string, known: readonly string[], oneLine: boolean): Slice {
  const given = text.replace(/\r\n?/g, '\n')
  const wanted = oneLine ? given.replace(/\s*\n\s*/g, ' ') : given
  const found = cut(wanted, known)
  const pieces: Piece[] = 'pieces' in found ? found.pieces : [{ kind: 'text', source: wanted }]
  return new Slice(Fragment.from(linesOf(pieces)), 1, 1)
}

/** Turns typed variables with their braces into chips. */
export function chipTyped(doc: Node, tr: Transaction, known: readonly string[]): Transaction | null {
  const typed = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g
  const found: { from: number; to: number; chip: Chip }[] = []
  doc.descendants((node, pos) => {
    for (const match of node.text?.matchAll(typed) ?? []) {
      const from = pos + match.index
      const [source, name] = [match[0], match[1]!]
      if (known.includes(name))
        found.push({ from, to: from + source.length, chip: { kind: 'variable', source, name } })
    }
  })
  for (const { from, to, chip } of found.toReversed()) tr.replaceWith(from, to, chipNode(chip))
  return found.length > 0 ? tr : null
}

export const variableChip = (name: string): Chip => ({
  kind: 'variable',
  source: variableSource(name),
  name,
})
