import { isSameName } from '#shared/normalize.ts'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { IconTrash } from '../ui/icons.ts'
import { Modal } from '../ui/Modal.tsx'
import { explain } from '../ui/states.tsx'
import { TextField } from '../form/TextField.tsx'

type ConfirmDeleteProps = {
  title: string
  /** The typed name must equal the title (ignoring outer blanks) before Delete works. */
  typed?: { label: string }
  /** Deletes; an error is shown in the modal, which stays open. Receives the typed title. */
  onDelete: (typedTitle: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

/** 'Delete: {title}' with Close and Delete; the focus never starts on Delete. */
export function ConfirmDelete({ title, typed, onDelete, onClose, children }: ConfirmDeleteProps) {
  const t = useText()
  const formId = useId()
  const closeButton = useRef<HTMLButtonElement>(null)
  const [name, setName] = useState('')
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const allowed = !typed || isSameName(name, title)
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (!allowed || running) return
    setRunning(true)
    setFailure(undefined)
    try {
      await onDelete(name.trim())
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Modal
      title={t('form.delete_title', { title })}
      size="sm"
      // A typed name is no work to lose.
      dirty={false}
      onClose={onClose}
      {...(typed ? {} : { initialFocus: closeButton })}
      footer={
        <>
          <Button ref={closeButton} onClick={onClose}>
            {t('actions.close')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            icon={IconTrash}
            disabled={!allowed}
            loading={running}
          >
            {t('actions.delete')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={(event) => void submit(event)}>
        {failure !== undefined && (
          <Callout tone="danger" loud>
            {explain(failure, t)}
          </Callout>
        )}
        <div className="muted">{children ?? t('states.undone')}</div>
        {typed && (
          <TextField
            name="confirm_title"
            label={typed.label}
            value={name}
            onChange={setName}
            autoComplete="off"
          />
        )}
      </form>
    </Modal>
  )
}
