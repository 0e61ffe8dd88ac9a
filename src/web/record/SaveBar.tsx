import { useEffect, useEffectEvent, useState } from 'react'
import { guardPage } from '../layer-history.ts'
import { useText } from '../texts.ts'
import { hasOpenLayer, useUnloadGuard } from '../layers.ts'
import { Button } from '../ui/Button.tsx'
import { IconPencil } from '../ui/icons.ts'
import { ConfirmDiscard } from '../ui/Modal.tsx'
import '../form/form.css'

type SaveBarProps = {
  dirty: boolean
  saving?: boolean
  /** For a new record: Save is shown before anything is typed. */
  isNew?: boolean
  onSave: () => unknown
  onDiscard: () => void
}

/** Appears with the first change: "Unsaved changes", Discard, Save. Ctrl/⌘ S saves; leaving the page asks. */
export function SaveBar({ dirty, saving, isNew, onSave, onDiscard }: SaveBarProps) {
  const t = useText()
  // While saving, the page may leave by itself: a new record opens its own page.
  const guard = useUnsavedGuard(dirty && !saving)
  useSaveKey(() => (dirty || isNew) && !saving && onSave())
  return (
    <>
      {(dirty || isNew) && (
        <div className="save-bar">
          {dirty && (
            <>
              <IconPencil size={16} stroke={1.8} aria-hidden />
              <span role="note">{t('form.unsaved')}</span>
              <Button onClick={onDiscard}>{t('actions.discard')}</Button>
            </>
          )}
          <Button variant="primary" loading={saving} onClick={() => void onSave()}>
            {t('actions.save')}
          </Button>
        </div>
      )}
      {guard}
    </>
  )
}

/**
 * Asks before a page with unsaved changes is left by a link, Back or Forward, or by closing the tab. Render its result.
 */
export function useUnsavedGuard(dirty: boolean) {
  const [leave, setLeave] = useState<() => void>()
  useEffect(() => (dirty ? guardPage((next) => setLeave(() => next)) : undefined), [dirty])
  useUnloadGuard(dirty)
  if (!leave) return null
  const discard = () => {
    setLeave(undefined)
    leave()
  }
  return <ConfirmDiscard onDiscard={discard} onKeep={() => setLeave(undefined)} />
}

function useSaveKey(save: () => unknown): void {
  const saveNow = useEffectEvent(save)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's' || hasOpenLayer()) return
      event.preventDefault()
      saveNow()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
