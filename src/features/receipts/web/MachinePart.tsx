import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isDay, showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { api, q } from '#web/api.ts'
import { download } from '#web/download.ts'
import { DateField } from '#web/form/DateField.tsx'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useProfile } from '#web/profile.tsx'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { refreshed } from '#web/stale.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconCheck, IconX } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { MachineReceipts } from '../machine-contract.ts'
import { longestSignatory } from '#features/signatures/rules.ts'
import { viewerOf } from '#features/documents/web/columns.tsx'
import '#web/ui/conditions.css'
import '#features/signatures/web/signature.css'
import './machine.css'

const known = 'GET /api/v4/organization/:slug/machine-receipts/'
const sums = 'GET /api/v4/organization/:slug/machine-receipts/reconciliation/'

/** An organization's machine-made receipts, for people who may change the organization. */
export function MachinePart({ slug }: { slug: string }) {
  const t = useText()
  const [dialog, setDialog] = useState<'record' | 'end' | 'sums'>()
  // The sums are those of all companies.
  const isCompanyUser = useProfile()?.user_type === 'company'
  const { data, error } = useQuery(q(known, { params: { slug } }))
  if (error) return <p className="small muted">{explain(error, t)}</p>
  if (!data) return null
  const { announcement, conditions } = data
  const close = () => setDialog(undefined)
  const letter = async () => {
    try {
      await download('GET /api/v4/organization/:slug/machine-receipts/letter/', { params: { slug } })
    } catch (failed) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(failed, t) })
    }
  }
  return (
    <section className="signature card" aria-label={t('documents.machine.title')}>
      <div>
        <h2>{t('documents.machine.title')}</h2>
        <p className="small muted">{stateOf(data, t)}</p>
      </div>
      <div className="signature-actions">
        <Button size="sm" onClick={() => void letter()}>
          {t('documents.machine.letter')}
        </Button>
        {!isCompanyUser && (
          <Button size="sm" onClick={() => setDialog('sums')}>
            {t('documents.machine.sums')}
          </Button>
        )}
        <Button size="sm" onClick={() => setDialog('record')}>
          {t(announcement ? 'documents.machine.change' : 'documents.machine.record')}
        </Button>
        {announcement && (
          <Button size="sm" onClick={() => setDialog('end')}>
            {t('documents.machine.end')}
          </Button>
        )}
      </div>
      <ul className="conditions small" aria-label={t('documents.machine.conditions')}>
        {conditions.map(({ key, met }) => (
          <li key={key} data-met={met}>
            {met ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
            <span className="visually-hidden">
              {t(met ? 'documents.machine.met' : 'documents.machine.unmet')}:{' '}
            </span>
            {t(`documents.machine.condition.${key}`)}
          </li>
        ))}
      </ul>
      {dialog === 'record' && <RecordAnnouncement slug={slug} data={data} onClose={close} />}
      {dialog === 'sums' && <Reconciliation slug={slug} onClose={close} />}
      {dialog === 'end' && announcement && (
        <ConfirmDelete
          title={t('documents.machine.announcement_to', { office: announcement.tax_office })}
          onDelete={async () => {
            await api('DELETE /api/v4/organization/:slug/machine-receipts/', { params: { slug } })
            await refreshed()
            notify({
              tone: 'success',
              title: t('documents.machine.ended'),
              message: announcement.tax_office,
            })
          }}
          onClose={close}
        >
          {t('documents.machine.end_text')}
        </ConfirmDelete>
      )}
    </section>
  )
}

function stateOf(data: MachineReceipts, t: ReturnType<typeof useText>): string {
  const { announcement, conditions, is_machine_made } = data
  const date = announcement ? showDay(announcement.announced_on) : ''
  if (announcement && is_machine_made)
    return t('documents.machine.on', { office: announcement.tax_office, date })
  return announcement && conditions.every(({ met }) => met)
    ? t('documents.machine.not_yet', { date })
    : t('documents.machine.off')
}

function RecordAnnouncement({
  slug,
  data: { announcement, suggested },
  onClose,
}: {
  slug: string
  data: MachineReceipts
  onClose: () => void
}) {
  const t = useText()
  const form = useForm({
    initial: {
      tax_office: announcement?.tax_office ?? suggested.tax_office,
      announced_on: announcement?.announced_on ?? '',
      signatory: announcement?.signatory ?? suggested.signatory,
      procedure_kept: announcement?.procedure_kept ?? '',
    },
    validate: (values) => ({
      tax_office: values.tax_office.trim() === '' ? t('validation.required') : '',
      announced_on:
        values.announced_on === ''
          ? t('validation.required')
          : isDay(values.announced_on)
            ? ''
            : t('validation.day'),
      signatory: values.signatory.trim() === '' ? t('validation.required') : '',
      procedure_kept: values.procedure_kept.trim() === '' ? t('validation.required') : '',
    }),
    onSubmit: async (body) => {
      await api('POST /api/v4/organization/:slug/machine-receipts/', { params: { slug }, body })
      await refreshed()
      notify({ tone: 'success', title: t('documents.machine.recorded'), message: body.tax_office })
      onClose()
    },
  })
  return (
    <FormModal title={t('documents.machine.record')} form={form} onClose={onClose}>
      <TextField
        {...form.field('tax_office')}
        label={t('documents.machine.tax_office')}
        maxLength={200}
        required
      />
      <DateField {...form.field('announced_on')} label={t('documents.machine.announced_on')} required />
      <TextField
        {...form.field('signatory')}
        label={t('documents.machine.signatory')}
        hint={t('documents.machine.signatory_hint')}
        maxLength={longestSignatory}
        required
      />
      <TextField
        {...form.field('procedure_kept')}
        label={t('documents.machine.procedure_kept')}
        maxLength={500}
        required
      />
    </FormModal>
  )
}

function Reconciliation({ slug, onClose }: { slug: string; onClose: () => void }) {
  const t = useText()
  const { data, error } = useQuery(q(sums, { params: { slug } }))
  return (
    <Modal title={t('documents.machine.sums')} size="lg" dirty={false} onClose={onClose}>
      {error ? (
        <Callout tone="danger">{explain(error, t)}</Callout>
      ) : !data ? (
        <Spinner />
      ) : data.years.length === 0 ? (
        <p>{t('documents.machine.none')}</p>
      ) : (
        <div className="stack">
          <Callout tone={data.differing.length > 0 ? 'warning' : 'success'}>
            {t(data.differing.length > 0 ? 'documents.machine.differs' : 'documents.machine.agrees')}
          </Callout>
          <Sums
            caption={t('documents.machine.sums')}
            heads={['year', 'receipts', 'certified', 'gifts', 'came', 'difference']}
            rows={data.years.map((one) => ({
              key: String(one.year),
              cells: [
                String(one.year),
                one.receipts,
                { cents: one.receipts_cents },
                one.gifts,
                { cents: one.gifts_cents },
                { cents: one.difference_cents },
              ],
            }))}
          />
          {data.differing.length > 0 && (
            <Sums
              caption={t('documents.machine.difference')}
              heads={['number', 'certified', 'came', 'difference']}
              rows={data.differing.map((one) => ({
                key: one.document_slug,
                cells: [
                  <PageLink key="link" href={viewerOf({ slug: one.document_slug })}>
                    {one.number}
                  </PageLink>,
                  { cents: one.certified_cents },
                  { cents: one.gifts_cents },
                  { cents: one.certified_cents - one.gifts_cents },
                ],
              }))}
            />
          )}
        </div>
      )}
    </Modal>
  )
}

type Head = 'year' | 'number' | 'receipts' | 'certified' | 'gifts' | 'came' | 'difference'
type Cell = ReactNode | { cents: number }
const isSum = (cell: Cell): cell is { cents: number } =>
  typeof cell === 'object' && cell !== null && 'cents' in cell

function Sums({
  caption,
  heads,
  rows,
}: {
  caption: string
  heads: readonly Head[]
  rows: readonly { key: string; cells: readonly Cell[] }[]
}) {
  const t = useText()
  const locale = useLocale()
  return (
    <div className="table-card" role="region" aria-label={caption} tabIndex={0}>
      <table className="simple-table machine-sums">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(`documents.machine.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={heads[at]}>{isSum(cell) ? formatEuro(cell.cents, locale) : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
