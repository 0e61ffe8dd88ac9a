import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import { type Chip, chipsOfSection, closing, openingOf } from '../chips.ts'
import { chipNode, chipOf, isChip } from './chip-doc.ts'

type NodeAt = { at: number; node: Node }

function chipsIn(doc: Node): NodeAt[] {
  const found: NodeAt[] = []
  doc.descendants((node, at) => {
    if (isChip(node)) found.push({ at, node })
  })
  return found
}

/** The selected chip, or the one before (-1) or after (1) the cursor. */
function chipAt({ selection }: EditorState, side?: -1 | 1): NodeAt | undefined {
  if (selection instanceof NodeSelection)
    return isChip(selection.node) ? { at: selection.from, node: selection.node } : undefined
  if (!side || !selection.empty) return undefined
  const node = side < 0 ? selection.$from.nodeBefore : selection.$from.nodeAfter
  return isChip(node) ? { at: side < 0 ? selection.from - 1 : selection.from, node } : undefined
}

export const selectedChip = (state: EditorState): Chip | undefined => {
  const found = chipAt(state)
  return found && chipOf(found.node)
}

// Each act on a chip is a separate undo step, however quickly it follows the previous one.

/** Deletes the chip that is selected or next to the cursor; of a section it deletes both ends and keeps the content. */
export function deleteChip(side: -1 | 1, onDeleted: (chip: Chip) => void): Command {
  return (state, dispatch) => {
    const found = chipAt(state, side)
    if (!found) return false
    const chips = chipsIn(state.doc)
    const at = chips.findIndex((chip) => chip.at === found.at)
    const gone = chipsOfSection(
      chips.map(({ node }) => chipOf(node)),
      at,
    )
    const { tr } = state
    for (const place of gone.toSorted((a, b) => b - a)) tr.delete(chips[place]!.at, chips[place]!.at + 1)
    dispatch?.(closeHistory(tr))
    onDeleted(chipOf(found.node))
    return true
  }
}

/** Moves the selected chip past the next word or chip, or to the previous or next line; it stays selected. */
export function moveChip(where: 'left' | 'right' | 'up' | 'down', onMoved: (chip: Chip) => void): Command {
  return (state, dispatch) => {
    const found = chipAt(state)
    if (!found) return false
    const to = placeFor(state.doc, found.at, where)
    if (to !== undefined) {
      dispatch?.(closeHistory(moveNode(state.tr, found, to)))
      onMoved(chipOf(found.node))
    }
    return true
  }
}

function moveNode(tr: Transaction, { at, node }: NodeAt, to: number): Transaction {
  tr.delete(at, at + 1)
  const place = tr.mapping.map(to)
  tr.insert(place, node)
  return tr.setSelection(NodeSelection.create(tr.doc, place)).scrollIntoView()
}

const chipPlaceholder = '\ufffc'
const wordAhead = /^(?:\ufffc|\s*[^\s\ufffc]+|\s+)/
const wordBehind = /(?:\ufffc|[^\s\ufffc]+\s*|\s+)$/

function placeFor(doc: Node, at: number, where: 'left' | 'right' | 'up' | 'down'): number | undefined {
  const $at = doc.resolve(at)
  const [start, end] = [$at.start(), $at.end()]
  const text = (from: number, to: number) => doc.textBetween(from, to, '', chipPlaceholder)
  const lineBefore = start > 1 ? start - 2 : undefined
  const lineAfter = end + 2 <= doc.content.size ? end + 2 : undefined
  if (where === 'up') return lineBefore
  if (where === 'down') return lineAfter
  if (where === 'left') return at === start ? lineBefore : at - wordBehind.exec(text(start, at))![0].length
  return at + 1 === end ? lineAfter : at + 1 + wordAhead.exec(text(at + 1, end))![0].length
}

export function insertChip(chip: Chip): Command {
  return (state, dispatch) => {
    dispatch?.(closeHistory(state.tr.replaceSelectionWith(chipNode(chip), false)))
    return true
  }
}

export function replaceChip(chip: Chip): Command {
  return (state, dispatch) => {
    const found = chipAt(state)
    if (!found) return false
    const tr = state.tr.replaceWith(found.at, found.at + 1, chipNode(chip))
    dispatch?.(closeHistory(tr.setSelection(NodeSelection.create(tr.doc, found.at))))
    return true
  }
}

/** Wraps the selection in a section that appears only with a value, or inserts an empty one. */
export function wrapInSection(name: string): Command {
  return ({ selection: { from, to }, tr }, dispatch) => {
    const end: Chip = { kind: 'end', source: closing, name }
    const begin: Chip = { kind: 'if', source: openingOf(name), name, not: true, value: '' }
    tr.insert(to, chipNode(end)).insert(from, chipNode(begin))
    dispatch?.(closeHistory(tr.setSelection(TextSelection.create(tr.doc, from + 1, to + 1))))
    return true
  }
}
