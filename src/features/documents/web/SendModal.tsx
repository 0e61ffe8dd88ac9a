import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, dayOf, isDay } from '#shared/dates.ts'
import { type Locale, locales } from '#shared/messages.ts'
import { isEmail } from '#shared/email.ts'
import { api, q } from '#web/api.ts'
import { DateField } from '#web/form/DateField.tsx'
import { FormModal } from '#web/form/FormModal.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { useAllowed } from '#web/profile.tsx'
import { refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { IconSend } from '#web/ui/lazy-icons.ts'
import { explain } from '#web/ui/states.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { DocumentRow } from '../contract.ts'
import { longestLinkDays, type SendingWay, sendingWays, usualLinkDays } from '../rules.ts'
import { SentLinks } from './SentLinks.tsx'

/** Sends a document attached to an e-mail or as a link that ends; the address of its organization is offered. */
export function SendModal(props: SendModalProps) {
  const known = useOrganizationEmail(props.document)
  return known === undefined ? null : <SendForm {...props} known={known} />
}

type SendModalProps = { document: DocumentRow; onClose: () => void }

function SendForm({ document, onClose, known }: SendModalProps & { known: string }) {
  const t = useText()
  const keyOf = useIdempotencyKey()
  const [today] = useState(() => dayOf(new Date()))
  const [way, setWay] = useState<SendingWay>('attachment')
  const [failure, setFailure] = useState<string>()
  const last = addDays(today, longestLinkDays)
  const form = useForm({
    initial: { email: known, language: 'sie_DE', message: '', until: addDays(today, usualLinkDays) },
    validate: ({ email, until }) => ({
      email: isEmail(email) ? '' : t('validation.email'),
      until:
        way === 'attachment' || (isDay(until) && until >= today && until <= last)
          ? ''
          : t('documents.link_days', { count: longestLinkDays }),
    }),
    onSubmit: async ({ email, language, message, until }) => {
      setFailure(undefined)
      const common = { email: email.trim(), language: language as Locale, message, way }
      const body = way === 'link' ? { ...common, until } : common
      await api('POST /api/v4/documents/:slug/send/', {
        params: { slug: document.slug },
        body,
        idempotencyKey: keyOf(body),
      })
      notify({ tone: 'success', title: t('documents.sent'), message: `${document.title} · ${email.trim()}` })
      await refreshed()
      onClose()
    },
    onFailure: (error) => setFailure(explain(error, t)),
  })
  return (
    <FormModal
      title={t('documents.send_title', { title: document.title })}
      subtitle={t(`documents.of.${document.target.type}`, { title: document.target.title })}
      form={form}
      failure={failure}
      submit={{ text: t('documents.send_now'), icon: IconSend }}
      beneath={<SentLinks document={document} />}
      onClose={onClose}
    >
      <TextField {...form.field('email')} label={t('documents.send_to')} type="email" required />
      <div>
        <Segmented
          label={t('documents.send_way')}
          value={way}
          options={sendingWays.map((value) => ({ value, text: t(`documents.send_ways.${value}`) }))}
          onChange={setWay}
        />
      </div>
      {way === 'link' && (
        <DateField
          {...form.field('until')}
          label={t('documents.link_until')}
          hint={t('documents.link_until_hint', { count: longestLinkDays })}
          min={today}
          max={last}
          required
        />
      )}
      <SelectField
        {...form.field('language')}
        label={t('documents.send_language')}
        options={locales.map((value) => ({ value, label: t(`shell.languages.${value}`) }))}
      />
      <TextArea
        {...form.field('message')}
        label={t('documents.send_message')}
        hint={t('documents.send_hint')}
        rows={4}
      />
    </FormModal>
  )
}

/** Undefined until it is known whether there is one. */
function useOrganizationEmail({ target }: DocumentRow): string | undefined {
  const allowed = useAllowed()
  const organization = useQuery({
    ...q('GET /api/v4/organization/:slug/', { params: { slug: target.slug } }),
    enabled: target.type === 'organization' && allowed('view_organizations'),
  })
  return organization.isLoading ? undefined : (organization.data?.email_contact ?? '')
}
