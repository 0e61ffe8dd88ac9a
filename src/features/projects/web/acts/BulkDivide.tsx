import { useState } from 'react'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { MultiSelectField } from '#web/form/SelectField.tsx'
import type { ListHandle } from '#web/table/state/types.ts'
import { useText } from '#web/texts.ts'
import { useReviewers } from '../options.ts'
import { BulkAct } from './BulkAct.tsx'
import { NoteField } from './BulkFields.tsx'

export function BulkDivide({ list, onClose }: { list: ListHandle; onClose: () => void }) {
  const t = useText()
  const reviewers = useReviewers()
  const [people, setPeople] = useState<readonly string[]>([])
  const [all, setAll] = useState(false)
  const [note, setNote] = useState('')
  const [tell, setTell] = useState(true)
  const asked = people.length > 0 ? { reviewers: people.map(Number), all } : undefined
  return (
    <BulkAct
      list={list}
      action="divide"
      title={(count) => t('bulk.divide_title', { count })}
      input={asked && { ...asked, note: note.trim(), tell }}
      asked={asked}
      submit={(count) => t('bulk.divide_among', { count: count ?? '–' })}
      dirty={people.length > 0 || note.trim() !== ''}
      mailTick={
        <CheckboxField name="tell" label={t('bulk.tell_reviewers')} value={tell} onChange={setTell} />
      }
      onClose={onClose}
    >
      {(errors) => (
        <>
          <MultiSelectField
            name="reviewers"
            label={t('bulk.reviewers')}
            hint={t('bulk.divide_hint')}
            required
            placeholder={t('tasks.choose_staff')}
            value={people}
            onChange={setPeople}
            {...reviewers}
            error={errors.reviewers}
          />
          <CheckboxField name="all" label={t('bulk.divide_all')} value={all} onChange={setAll} />
          <NoteField value={note} onChange={setNote} error={errors.note} />
        </>
      )}
    </BulkAct>
  )
}
