import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupIban, isIban, normalIban } from '#shared/bank-details.ts'
import { dayOf, isDay, showDay } from '#shared/dates.ts'
import { api, q } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { DateField } from '#web/form/DateField.tsx'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { refreshed } from '#web/stale.ts'
import { type Translate, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { RegisterCheck, RegisterChecks } from '../contract.ts'
import { registerAddress, type RegisterWarning } from '../rules.ts'
import './register.css'

const known = 'GET /api/v4/organization/:slug/register-checks/'

/** An organization's entry in the register of donation recipients, for people who may change the organization. */
export function RegisterPart({ slug }: { slug: string }) {
  const t = useText()
  const [isRecording, setIsRecording] = useState(false)
  const { data, error } = useQuery(q(known, { params: { slug } }))
  if (error) return <p className="small muted">{explain(error, t)}</p>
  if (!data) return null
  const [newest, ...earlier] = data.checks
  const warnings = data.warnings.filter((warning) => warning !== 'never_checked')
  return (
    <section className="register-part card" aria-label={t('register_checks.title')}>
      <div className="register-head">
        <div>
          <h2>{t('register_checks.title')}</h2>
          <p className="small muted">
            {newest
              ? t('register_checks.checked', {
                  name: newest.created_by,
                  date: showDay(newest.checked_on),
                  due: showDay(data.due_on!),
                })
              : t('register_checks.never')}{' '}
            {t('register_checks.hint')}
          </p>
        </div>
        <div className="register-actions">
          <a className="link" href={registerAddress} target="_blank" rel="noopener noreferrer">
            {t('register_checks.open')}
          </a>
          <Button size="sm" onClick={() => setIsRecording(true)}>
            {t('register_checks.record')}
          </Button>
        </div>
      </div>
      {newest && (
        <>
          {warnings.length === 0 ? (
            <Callout tone="success">{t('register_checks.agrees')}</Callout>
          ) : (
            <Callout tone="warning">
              <ul className="register-warnings">
                {warnings.map((warning) => (
                  <li key={warning}>{warningText(warning, data, t)}</li>
                ))}
              </ul>
            </Callout>
          )}
          <p className="small">{inWords(newest, t)}</p>
        </>
      )}
      {earlier.length > 0 && (
        <details>
          <summary className="small">{t('register_checks.earlier')}</summary>
          <ul className="register-earlier small">
            {earlier.map((one) => (
              <li key={one.created_at}>
                {showDay(one.checked_on)} · {one.created_by} · {inWords(one, t)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {isRecording && <RecordCheck slug={slug} data={data} onClose={() => setIsRecording(false)} />}
    </section>
  )
}

function warningText(warning: RegisterWarning, { ours, checks }: RegisterChecks, t: Translate): string {
  const day = (one: string | null | undefined) => (one ? showDay(one) : '')
  const theirs = day(checks[0]?.notice_day)
  if (warning === 'notice_day' && ours.notice_day === null)
    return t('register_checks.warning.notice_missing', { theirs })
  return t(`register_checks.warning.${warning}`, {
    theirs,
    ours: day(ours.notice_day),
    iban: groupIban(ours.iban),
  })
}

const inWords = ({ is_listed, notice_day, ibans, economic_id, note }: RegisterCheck, t: Translate) =>
  [
    t(is_listed ? 'register_checks.listed_as' : 'register_checks.unlisted_as'),
    ...(notice_day === null ? [] : [`${t('register_checks.notice_day')}: ${showDay(notice_day)}`]),
    ...(ibans.length === 0 ? [] : [`${t('register_checks.ibans')}: ${ibans.map(groupIban).join(', ')}`]),
    economic_id,
    note,
  ]
    .filter(Boolean)
    .join(' · ')

/** The IBANs of a field, one per line. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function RecordCheck({ slug, data, onClose }: { slug: string; data: RegisterChecks; onClose: () => void }) {
  const t = useText()
  const newest = data.checks[0]
  const [today] = useState(() => dayOf(new Date()))
  const form = useForm({
    initial: {
      checked_on: today as string,
      is_listed: newest?.is_listed ?? true,
      notice_day: newest?.notice_day ?? '',
      ibans: newest?.ibans.map(groupIban).join('\n') ?? '',
      economic_id: newest?.economic_id ?? '',
      note: '',
    },
    validate: ({ checked_on, notice_day, ibans, is_listed }) => {
      const wrong = linesOf(ibans).findIndex((iban) => !isIban(iban))
      return {
        checked_on:
          checked_on === '' ? t('validation.required') : isDay(checked_on) ? '' : t('validation.day'),
        notice_day: notice_day === '' || !is_listed || isDay(notice_day) ? '' : t('validation.day'),
        ibans: !is_listed || wrong < 0 ? '' : t('register_checks.iban_line', { line: wrong + 1 }),
      }
    },
    onSubmit: async ({ notice_day, ibans, is_listed, ...rest }) => {
      const body = {
        ...rest,
        is_listed,
        notice_day: is_listed && notice_day !== '' ? notice_day : null,
        ibans: is_listed ? linesOf(ibans).map(normalIban) : [],
      }
      await api('POST /api/v4/organization/:slug/register-checks/', { params: { slug }, body })
      await refreshed()
      notify({ tone: 'success', title: t('register_checks.recorded'), message: showDay(body.checked_on) })
      onClose()
    },
  })
  return (
    <FormModal title={t('register_checks.record')} form={form} onClose={onClose}>
      <DateField {...form.field('checked_on')} label={t('register_checks.checked_on')} required />
      <CheckboxField {...form.field('is_listed')} label={t('register_checks.is_listed')} />
      {form.values.is_listed && (
        <>
          <DateField {...form.field('notice_day')} label={t('register_checks.notice_day')} />
          <TextArea
            {...form.field('ibans')}
            label={t('register_checks.ibans')}
            hint={t('register_checks.ibans_hint')}
          />
        </>
      )}
      <TextField
        {...form.field('economic_id')}
        label={t('register_checks.economic_id')}
        hint={t('register_checks.economic_id_hint')}
        maxLength={20}
      />
      <TextArea {...form.field('note')} label={t('register_checks.note')} maxLength={1000} rows={2} />
    </FormModal>
  )
}
