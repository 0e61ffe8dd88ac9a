import { type ReactNode, useId } from 'react'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Sentence } from '../ui/Sentence.tsx'
import { MoneyFailure } from './MoneyFailure.tsx'
import { type MayWait, useSecondPerson } from './second-person.ts'
import { SecondPersonCallout } from './SecondPersonCallout.tsx'
import type { Form } from '../form/useForm.ts'
import './act-modal.css'

export type ActModalProps<V extends Record<string, unknown>> = {
  title: string
  /** The record it is about, or how many and their sum. */
  subtitle: string
  form: Form<V>
  /** Why it failed beside the fields. */
  failure: unknown
  /** What moves, from where to where, and how it is undone. */
  sentence: string
  /** The primary button: what it does, with its sum. */
  action: string
  danger?: boolean
  /** It may need a second person: then the button proposes it. */
  mayWait?: MayWait
  /** Whether something would be lost that takes work; left out, whatever was changed. A typed confirmation is none. */
  dirty?: boolean
  /** The button waits: nothing could be done as it stands. */
  disabled?: boolean
  onClose: () => void
  children: ReactNode
}

/** A short form that moves money: fields, the sentence before the click, a button that says what it does. */
export function ActModal<V extends Record<string, unknown>>(props: ActModalProps<V>) {
  const { title, subtitle, form, failure, sentence, action, danger, disabled, onClose, children } = props
  const t = useText()
  const id = useId()
  const second = useSecondPerson(props.mayWait)
  return (
    <Modal
      title={title}
      subtitle={subtitle}
      size="sm"
      dirty={props.dirty ?? form.dirty}
      // What is on its way is waited for.
      onClose={() => !form.submitting && onClose()}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button
            type="submit"
            form={id}
            variant={danger && !second ? 'danger' : 'primary'}
            loading={form.submitting}
            disabled={disabled}
          >
            {second?.submit ?? action}
          </Button>
        </>
      )}
    >
      <form {...form.props} id={id} className="stack act-form">
        {form.formError ? (
          <Callout tone="danger" loud>
            {form.formError}
          </Callout>
        ) : (
          failure !== undefined && <MoneyFailure error={failure} />
        )}
        {children}
        <Sentence>{sentence}</Sentence>
        {second && <SecondPersonCallout>{second.warning}</SecondPersonCallout>}
      </form>
    </Modal>
  )
}
