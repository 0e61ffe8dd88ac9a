import { type ReactNode, useId } from 'react'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Sentence } from '../ui/Sentence.tsx'
import { MoneyFailure } from './MoneyFailure.tsx'
import { type GuardedAmount, useSecondPerson } from './second-person.ts'
import { SecondPersonCallout } from './SecondPersonCallout.tsx'
import type { Form } from '../form/useForm.ts'
import './act-modal.css'

export type ActModalProps<V extends Record<string, unknown>> = {
  title: string
  subtitle: string
  form: Form<V>
  /** The failure, apart from field errors. */
  failure: unknown
  /** The amount moved, its source and target, and how to undo it. */
  sentence: string
  /** The primary button: the action with its sum. */
  action: string
  danger?: boolean
  /** Set when it may need a second person: then the button proposes it. */
  mayWait?: GuardedAmount
  /** Whether real work would be lost; by default, whether any value changed. A typed confirmation does not count. */
  dirty?: boolean
  /** Disables the button: the act is impossible in the current state. */
  disabled?: boolean
  onClose: () => void
  children: ReactNode
}

/** A short form that moves money: fields, a sentence about the effect, and a button named after the action. */
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
      // A running call must finish first.
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
