import { useState } from 'react'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextArea } from '#web/form/TextField.tsx'
import { useProfile } from '#web/profile.tsx'
import type { ListHandle } from '#web/table/state/types.ts'
import { useText } from '#web/texts.ts'
import { useDebounced } from '#web/useDebounced.ts'
import { type ApplicantMail, applicantMails } from '#features/email-templates/templates.ts'
import { useInternalStatuses, useReviewers } from '../options.ts'
import { BulkAct } from './BulkAct.tsx'

type BulkFieldsProps = { list: ListHandle; onClose: () => void }
const none = '-'

/** Sets or clears the internal status of many projects. */
export function BulkInternalStatus({ list, onClose }: BulkFieldsProps) {
  const t = useText()
  const statuses = useInternalStatuses()
  const [status, setStatus] = useState('')
  const input = status === '' ? undefined : { internal_status: status === none ? null : status }
  const label = status === none ? t('labels.none') : statuses.find((one) => one.value === status)?.label
  return (
    <BulkAct
      list={list}
      action="internal_status"
      title={(count) => t('bulk.internal_status_title', { count })}
      input={input}
      submit={(count) => t('bulk.set', { count: count ?? '–' })}
      nothing={label === undefined ? undefined : (count) => t('bulk.nothing_changes', { count, label })}
      dirty={false}
      onClose={onClose}
    >
      {(errors) => (
        <SelectField
          name="internal_status"
          label={t('columns.internal_status')}
          required
          value={status}
          onChange={setStatus}
          options={[...statuses, { value: none, label: t('labels.none') }]}
          error={errors.internal_status}
        />
      )}
    </BulkAct>
  )
}

/** Sets the reviewer of many projects; preselects the person who opens it. */
export function BulkAssign({ list, onClose }: BulkFieldsProps) {
  const t = useText()
  const profile = useProfile()
  const reviewers = useReviewers()
  const [person, setPerson] = useState(profile ? String(profile.id) : '')
  const [note, setNote] = useState('')
  const [tell, setTell] = useState(true)
  const toOther = person !== '' && person !== none && person !== String(profile?.id)
  const over = { note: note.trim(), tell: tell && toOther }
  return (
    <BulkAct
      list={list}
      action="assign"
      title={(count) => t('bulk.assign_title', { count })}
      input={person === '' ? undefined : { reviewer: person === none ? null : Number(person), ...over }}
      asked={person === '' ? undefined : { reviewer: person === none ? null : Number(person) }}
      submit={(count) => t('bulk.assign_to', { count: count ?? '–' })}
      dirty={note.trim() !== ''}
      mailTick={
        toOther && (
          <CheckboxField name="tell" label={t('bulk.tell_reviewer')} value={tell} onChange={setTell} />
        )
      }
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectField
            name="reviewer"
            label={t('bulk.assign')}
            required
            value={person}
            onChange={setPerson}
            options={[...reviewers.options, { value: none, label: t('filters.nobody') }]}
            loading={reviewers.loading}
            error={errors.reviewer}
          />
          {toOther && <NoteField value={note} onChange={setNote} error={errors.note} />}
        </>
      )}
    </BulkAct>
  )
}

const longestNote = 2000
type NoteFieldProps = { value: string; onChange: (note: string) => void; error: string | undefined }

export function NoteField({ value, onChange, error }: NoteFieldProps) {
  const t = useText()
  return (
    <TextArea
      name="note"
      label={t('bulk.note')}
      hint={t('bulk.note_hint')}
      optional
      rows={2}
      value={value}
      onChange={onChange}
      maxLength={longestNote}
      error={error}
    />
  )
}

const longestText = 5000

export function BulkMail({ list, onClose }: BulkFieldsProps) {
  const t = useText()
  const [template, setTemplate] = useState<ApplicantMail>('applicant_note')
  const [text, setText] = useState('')
  const told = useDebounced(text.trim(), 250)
  const needsText = applicantMails[template].text
  return (
    <BulkAct
      list={list}
      action="mail"
      title={(count) => t('bulk.mail_title', { count })}
      input={{ template, reason: text.trim() }}
      asked={{ template, reason: told || (needsText ? '…' : '') }}
      submit={(count) => t('bulk.send', { count: count ?? '–' })}
      dirty={text.trim() !== ''}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectField
            name="template"
            label={t('bulk.template')}
            required
            value={template}
            onChange={(chosen) => setTemplate(chosen as ApplicantMail)}
            options={Object.keys(applicantMails).map((key) => ({
              value: key,
              label: t.of(`emails.template.${key}`),
            }))}
            error={errors.template}
          />
          <TextArea
            name="reason"
            label={t('bulk.text')}
            hint={t('bulk.text_hint')}
            optional={!needsText}
            required={needsText}
            rows={4}
            value={text}
            onChange={setText}
            maxLength={longestText}
            error={errors.reason}
          />
        </>
      )}
    </BulkAct>
  )
}
