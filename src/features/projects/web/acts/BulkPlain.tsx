import type { ReactNode } from 'react'
import type { ListHandle } from '#web/table/state/types.ts'
import { type Translate, useText } from '#web/texts.ts'
import { PaymentsWarning } from '../PaymentsWarning.tsx'
import { BulkAct, WithNumber } from './BulkAct.tsx'

/** Bulk acts without input. */
export type PlainAct = 'archive' | 'unarchive' | 'duplicate'

const words = {
  archive: {
    title: 'projects.archive_title',
    text: 'projects.archive_text',
    action: 'actions.archive',
    failed: 'projects.archive_failed',
  },
  unarchive: {
    title: 'bulk.unarchive_title',
    text: 'bulk.unarchive_text',
    action: 'actions.unarchive',
    failed: 'states.error',
  },
  duplicate: {
    title: 'projects.duplicate_title',
    text: 'projects.duplicate_text',
    action: 'actions.duplicate',
    failed: 'projects.duplicate_failed',
  },
} as const

// The titles of these acts contain no number, so the dialog shows it below.
function selectedWords({ selection: { all, count } }: ListHandle, t: Translate): string {
  if (!all) return t('list.selected', { count })
  const { total, except } = all
  return except.length === 0
    ? t('list.all_selected', { count })
    : t('list.all_but_selected', { count, total, except: except.length })
}

const nothing = {}
type BulkPlainProps = { act: PlainAct; list: ListHandle; onClose: () => void }

/** Archives, restores or duplicates many projects (spec §2, §8 give titles, buttons and toasts). */
export function BulkPlain({ act, list, onClose }: BulkPlainProps) {
  const t = useText()
  const { title, text, action, failed } = words[act]
  const beside: ReactNode = act === 'archive' && <PaymentsWarning list={list} />
  return (
    <BulkAct
      list={list}
      action={act}
      title={() => t(title)}
      input={nothing}
      submit={(count) => <WithNumber word={t(action)} count={count} />}
      failed={t(failed)}
      dirty={false}
      onClose={onClose}
    >
      {() => (
        <>
          <p className="strong">{selectedWords(list, t)}</p>
          <p>{t(text)}</p>
          {beside}
        </>
      )}
    </BulkAct>
  )
}
