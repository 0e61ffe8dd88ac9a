import { type ComponentProps, type ReactNode, useId } from 'react'
import { useText } from '../texts.ts'
import { Button } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { Modal } from '../ui/Modal.tsx'
import { RequiredHint } from './RequiredHint.tsx'
import type { Form } from './useForm.ts'

type FormModalProps<V extends Record<string, unknown>> = {
  title: string
  subtitle?: string
  form: Form<V>
  /** A failure that belongs to no field. */
  failure?: string | undefined
  size?: 'sm' | 'md'
  /** Its button when it is not Save. */
  submit?: { text: string; icon: ComponentProps<typeof Button>['icon'] }
  /** Whether input would be lost; by default, whether any value changed. */
  dirty?: boolean
  beneath?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A short form in a modal with Close and Save (or another action); it asks before discarding typed text. */
export function FormModal<V extends Record<string, unknown>>({
  title,
  form,
  failure,
  size = 'sm',
  submit,
  dirty = form.dirty,
  beneath,
  onClose,
  children,
  ...more
}: FormModalProps<V>) {
  const t = useText()
  const formId = useId()
  const problem = form.formError ?? failure
  return (
    <Modal
      title={title}
      {...more}
      size={size}
      dirty={dirty}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.close')}</Button>
          <Button type="submit" form={formId} variant="primary" icon={submit?.icon} loading={form.submitting}>
            {submit?.text ?? t('actions.save')}
          </Button>
        </>
      )}
    >
      <form {...form.props} id={formId} className="stack">
        {problem && (
          <Callout tone="danger" loud>
            {problem}
          </Callout>
        )}
        <RequiredHint />
        {children}
      </form>
      {beneath}
    </Modal>
  )
}
