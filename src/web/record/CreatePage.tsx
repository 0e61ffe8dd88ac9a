import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PageAddress } from '#shared/pages.ts'
import type { Permission } from '#shared/permissions.ts'
import { ApiError, newIdempotencyKey } from '../api.ts'
import { navigate } from '../router/navigate.ts'
import { useCan } from '../profile.tsx'
import { useText } from '../texts.ts'
import { isUnanswered } from './money-failure.ts'
import { FormPage } from './RecordPage.tsx'
import { explain, NotAllowed } from '../ui/states.tsx'
import { notify } from '../ui/toasts.ts'
import { ErrorSummary } from '../form/ErrorSummary.tsx'
import { RequiredHint } from '../form/RequiredHint.tsx'
import { SaveBar } from './SaveBar.tsx'
import { type Errors, type Form, useForm } from '../form/useForm.ts'

type Options<V, Row> = {
  initial: V
  validate: (values: V) => Errors<V>
  /** Creates the record; the key makes a retry after a lost answer harmless. */
  create: (values: V, idempotencyKey: string) => Promise<Row>
  /** Reports success and reloads affected queries. */
  onCreated: (row: Row) => void
  /** The page of the new record, opened afterwards. */
  addressOf: (row: Row) => PageAddress
}

/** The form of a new record. */
export function useCreateForm<V extends Record<string, unknown>, Row>(options: Options<V, Row>): Form<V> {
  const t = useText()
  // Kept until the outcome is known.
  const [key, setKey] = useState(newIdempotencyKey)
  const form = useForm<V>({
    initial: options.initial,
    validate: options.validate,
    onSubmit: async (values) => {
      const row = await options.create(values, key)
      setKey(newIdempotencyKey())
      // Nothing is left to save, so the page closes without asking.
      flushSync(() => form.reset())
      options.onCreated(row)
      await navigate(options.addressOf(row))
    },
    onFailure: (error) => {
      if (error instanceof ApiError && !isUnanswered(error)) setKey(newIdempotencyKey())
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    },
  })
  return form
}

type CreatePageProps<V extends Record<string, unknown>> = {
  form: Form<V>
  /** Without it, the page names the permission instead of showing a form that could not be saved. */
  permission: Permission
  back: { to: PageAddress; table: string; text: string }
  title: string
  labels: Record<string, string>
  children: ReactNode
}

export function CreatePage<V extends Record<string, unknown>>({
  form,
  permission,
  back,
  title,
  labels,
  children,
}: CreatePageProps<V>) {
  const allowed = useCan(permission)
  if (!allowed) return <NotAllowed asPage permission={permission} />
  return (
    <FormPage
      back={back}
      title={title}
      footer={
        <SaveBar
          isNew
          dirty={form.dirty}
          saving={form.submitting}
          onSave={form.submit}
          onDiscard={() => form.reset()}
        />
      }
    >
      <form {...form.props}>
        <RequiredHint />
        <ErrorSummary errors={form.errors} labels={labels} formError={form.formError} />
        {children}
      </form>
    </FormPage>
  )
}
