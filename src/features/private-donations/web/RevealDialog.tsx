import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { api, type Answer } from '#web/api.ts'
import { TextArea } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { ActModal } from '#web/record/ActModal.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import type { DonationRow } from '../contract.ts'

const route = 'POST /api/v4/private-donations/:slug/reveal/'
type Revealed = Answer<typeof route>

/** Asks for a reason before revealing the donor with address and IBAN; the reason is logged. */
export function RevealDialog({ donation, onClose }: { donation: DonationRow; onClose: () => void }) {
  const t = useText()
  const keyOf = useIdempotencyKey()
  const [failure, setFailure] = useState<unknown>()
  const [shown, setShown] = useState<Revealed>()
  const form = useForm({
    initial: { reason: '' },
    validate: ({ reason }) => ({ reason: reason.trim() === '' ? t('validation.required') : '' }),
    onSubmit: async ({ reason }) => {
      setFailure(undefined)
      const body = { reason: reason.trim() }
      setShown(await api(route, { params: { slug: donation.slug }, body, idempotencyKey: keyOf(body) }))
    },
    onFailure: setFailure,
  })
  if (shown) return <RevealedDonor donation={donation} shown={shown} onClose={onClose} />
  return (
    <ActModal
      title={t('private_donations.reveal_title')}
      subtitle={donation.number}
      form={form}
      failure={failure}
      action={t('private_donations.do_reveal')}
      sentence={t('private_donations.reveal_consequence')}
      onClose={onClose}
    >
      <TextArea
        {...form.field('reason')}
        label={t('private_donations.reason')}
        required
        rows={3}
        maxLength={2000}
      />
    </ActModal>
  )
}

function RevealedDonor({
  donation,
  shown,
  onClose,
}: {
  donation: DonationRow
  shown: Revealed
  onClose: () => void
}) {
  const t = useText()
  const locale = useLocale()
  const { donor, donations, donated_cents, repeated, possible_duplicates } = shown
  const address =
    donor && [donor.street, `${donor.postal_code} ${donor.city}`.trim()].filter(Boolean).join(', ')
  const facts: [string, string][] = donor
    ? [
        [t('private_donations.donor_name'), donor.name],
        [t('private_donations.donor_email'), donor.email],
        [t('private_donations.donor_address'), address ?? ''],
        [t('private_donations.donor_iban'), donor.iban],
        [
          t('private_donations.gifts_of_donor'),
          t('private_donations.gifts_sum', { count: donations, amount: formatEuro(donated_cents, locale) }),
        ],
        [
          t('private_donations.rhythm'),
          repeated
            ? t(`private_donations.rhythm_${repeated.missing_since ? 'missing' : 'next'}`, {
                since: showDay(repeated.since),
                times: repeated.times,
                next: showDay(repeated.next_on),
              })
            : '',
        ],
        [t('private_donations.maybe_same'), possible_duplicates.map(({ name }) => name).join(', ')],
      ]
    : [[t('private_donations.donor'), t('private_donations.unknown_donor')]]
  return (
    <Modal
      title={t('private_donations.donor')}
      subtitle={donation.number}
      size="sm"
      dirty={false}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      <dl className="donor-facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{visible(value)}</dd>
            </div>
          ))}
      </dl>
    </Modal>
  )
}
