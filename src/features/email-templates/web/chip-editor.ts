import { baseKeymap } from 'prosemirror-commands'
import { closeHistory, history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { type Command, EditorState, Plugin, Selection } from 'prosemirror-state'
import { EditorView, type NodeView } from 'prosemirror-view'
import type { Chip } from '../chips.ts'
import { deleteChip, moveChip, selectedChip } from './chip-commands.ts'
import { chipOf, chipTyped, docOf, sliceOf, wordingOf } from './chip-doc.ts'
import type { ChipWords } from './chip-words.ts'

export type EditorNeeds = {
  known: readonly string[]
  oneLine: boolean
  readOnly: boolean
  words: (chip: Chip) => ChipWords
  onChange: (wording: string) => void
  onOpen: (chip: Chip) => void
  /** An event of a chip, to be announced to screen readers. */
  onTold: (what: 'selected' | 'removed' | 'moved', chip: Chip) => void
}
type Needs = () => EditorNeeds

/** Opens an editor of a wording in `place`; undefined if the wording must stay code. */
export function openEditor(
  place: HTMLElement,
  wording: string,
  needs: Needs,
  attributes: Record<string, string>,
): EditorView | undefined {
  const state = stateOf(wording, needs)
  if (!state) return undefined
  return new EditorView(place, {
    state,
    attributes,
    editable: () => !needs().readOnly,
    nodeViews: { chip: (node) => chipView(node, needs) },
    dispatchTransaction(this: EditorView, transaction) {
      const before = this.state
      this.updateState(before.apply(transaction))
      if (transaction.docChanged) needs().onChange(wordingOf(this.state.doc))
      const chip = selectedChip(this.state)
      if (chip && chip !== selectedChip(before)) needs().onTold('selected', chip)
    },
    clipboardTextSerializer: (slice) => slice.content.textBetween(0, slice.content.size, '\n'),
    // Accepts plain text only: a mail has no use for foreign formatting, and its HTML is not even parsed.
    handleDOMEvents: {
      paste: (view, event) => {
        const text = event.clipboardData?.getData('text/plain')
        event.preventDefault()
        if (text && view.editable)
          view.dispatch(closeHistory(view.state.tr.replaceSelection(sliceFor(text, needs()))))
        return true
      },
      drop: (view, event) => {
        // Chips and text of this editor move unchanged.
        if (view.dragging) return false
        const text = event.dataTransfer?.getData('text/plain')
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        event.preventDefault()
        if (text && at && view.editable)
          view.dispatch(view.state.tr.replaceRange(at.pos, at.pos, sliceFor(text, needs())))
        return true
      },
    },
    handleDoubleClickOn: (_view, _pos, node) => {
      if (node.type.name !== 'chip') return false
      needs().onOpen(chipOf(node))
      return true
    },
  })
}

/** Replaces the wording, as Discard does; false if it must stay code. */
export function resetEditor(view: EditorView, wording: string, needs: Needs): boolean {
  const state = stateOf(wording, needs)
  if (state) view.updateState(state)
  return state !== undefined
}

function stateOf(wording: string, needs: Needs): EditorState | undefined {
  const doc = docOf(wording, needs().known)
  return (
    doc &&
    EditorState.create({
      doc,
      selection: Selection.atEnd(doc),
      plugins: [history(), keys(needs), keymap(baseKeymap), chipsTyped(needs)],
    })
  )
}

const sliceFor = (text: string, { known, oneLine }: EditorNeeds) => sliceOf(text, known, oneLine)

function keys(needs: Needs): Plugin {
  const removed = (chip: Chip) => needs().onTold('removed', chip)
  const moved = (chip: Chip) => needs().onTold('moved', chip)
  const open: Command = (state) => {
    const chip = selectedChip(state)
    if (chip) needs().onOpen(chip)
    // A one-line field ignores Enter.
    return chip !== undefined || needs().oneLine
  }
  return keymap({
    Backspace: deleteChip(-1, removed),
    Delete: deleteChip(1, removed),
    'Alt-ArrowLeft': moveChip('left', moved),
    'Alt-ArrowRight': moveChip('right', moved),
    'Alt-ArrowUp': moveChip('up', moved),
    'Alt-ArrowDown': moveChip('down', moved),
    Enter: open,
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    // Leaves the key to the form, which submits.
    'Mod-Enter': () => false,
  })
}

function chipsTyped(needs: Needs): Plugin {
  return new Plugin({
    appendTransaction: (transactions, _before, state) =>
      transactions.some((each) => each.docChanged) ? chipTyped(state.doc, state.tr, needs().known) : null,
  })
}

function chipView(node: Node, needs: Needs): NodeView {
  const chip = chipOf(node)
  const { face, spoken } = needs().words(chip)
  const dom = document.createElement('span')
  dom.className = 'wording-chip'
  dom.dataset.kind = chip.kind
  dom.setAttribute('role', 'img')
  dom.setAttribute('aria-label', spoken)
  dom.title = spoken
  dom.textContent = face
  return { dom }
}
