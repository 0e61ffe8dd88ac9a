import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { EditorView } from 'prosemirror-view'
import type { Locale } from '#shared/messages.ts'
import type { ControlProps } from '#web/form/Field.tsx'
import { useText } from '#web/texts.ts'
import { type Chip, linkSource } from '../chips.ts'
import { insertChip, replaceChip, wrapInSection } from './chip-commands.ts'
import { variableChip } from './chip-doc.ts'
import { type EditorNeeds, openEditor, resetEditor } from './chip-editor.ts'
import { chipWords } from './chip-words.ts'
import { LinkWords } from './LinkWords.tsx'
import type { Template } from './values.ts'

/** Methods of an editor for other components. */
export type ChipEditorHandle = {
  insert: (name: string) => void
  wrap: (name: string) => void
}

type ChipEditorProps = {
  name: string
  value: string
  onChange: (wording: string) => void
  variables: Template['variables']
  language: Locale
  oneLine: boolean
  readOnly: boolean
  control: ControlProps
  required: boolean
  handle: RefObject<ChipEditorHandle | null>
}

/** A wording with chips for its code. Text is edited as text; chips are inserted, moved and deleted as a whole. */
export function ChipEditor(props: ChipEditorProps) {
  const { name, value, onChange, variables, language, oneLine, readOnly, control, required, handle } = props
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const made = useRef(value)
  const [told, setTold] = useState('')
  const [opened, setOpened] = useState<Chip & { kind: 'link' }>()
  const words = (chip: Chip) => chipWords(chip, variables, t)
  const needs: EditorNeeds = {
    known: variables.map((variable) => variable.name),
    oneLine,
    readOnly,
    words,
    onChange: (wording) => {
      made.current = wording
      onChange(wording)
    },
    onOpen: (chip) => !readOnly && chip.kind === 'link' && setOpened(chip),
    onTold: (what, chip) => setTold(t(`email_templates.chips.${what}`, { chip: words(chip).spoken })),
  }
  const latest = useRef(needs)
  useEffect(() => {
    latest.current = needs
  })
  const attributes = {
    class: `input area wording-editor ${oneLine ? 'one-line' : ''}`,
    id: control.id,
    role: 'textbox',
    lang: language === 'en_US' ? 'en' : 'de',
    'data-name': name,
    'aria-multiline': String(!oneLine),
    'aria-labelledby': control['aria-labelledby'],
    ...(required && { 'aria-required': 'true' }),
    ...(readOnly && { 'aria-readonly': 'true', tabindex: '0' }),
    ...(control['aria-invalid'] && { 'aria-invalid': 'true' }),
    ...(control['aria-describedby'] && { 'aria-describedby': control['aria-describedby'] }),
  }
  const said = JSON.stringify(attributes)
  useEffect(() => {
    // Chip labels are in the page's language, so another language needs another editor.
    const opening = openEditor(place.current!, made.current, () => latest.current, {})
    view.current = opening
    return () => opening?.destroy()
  }, [t])
  useEffect(() => {
    view.current?.setProps({ attributes: JSON.parse(said) as Record<string, string> })
  }, [said, t])
  useEffect(() => {
    if (value === made.current) return
    made.current = value
    if (view.current) resetEditor(view.current, value, () => latest.current)
  }, [value])
  const run = (command: ReturnType<typeof insertChip>) => {
    if (!view.current) return
    command(view.current.state, view.current.dispatch)
    view.current.focus()
  }
  useImperativeHandle(handle, () => ({
    insert: (variable) => {
      const found = variables.find((each) => each.name === variable)!
      const isLink = found.kind === 'link'
      const chip: Chip = isLink
        ? { kind: 'link', name: variable, words: found.label, source: linkSource(found.label, variable) }
        : variableChip(variable)
      run(insertChip(chip))
    },
    wrap: (variable) => run(wrapInSection(variable)),
  }))
  return (
    <>
      <div ref={place} className="wording-place" />
      <div className="visually-hidden" aria-live="polite">
        {told}
      </div>
      {opened && (
        <LinkWords
          words={opened.words}
          onSave={(next) => {
            const chip = { ...opened, words: next, source: linkSource(next, opened.name) }
            run(replaceChip(chip))
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
