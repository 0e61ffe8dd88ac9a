import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '#shared/dates.ts'
import { qAll } from '#web/api.ts'
import { staleAfter } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { FundForm } from './FundForm.tsx'
import { FundResult } from './FundResult.tsx'
import { type FundingChoices, usePreview } from './preview.ts'
import type { Outcome, SentOrder } from './sending.ts'

export type NamedRecord = { slug: string; title: string }

export type FundDialogProps = {
  /** The projects to fund; at most 200. */
  slugs: readonly string[]
  onClose: () => void
  /** Called after money moved or a funding was refused, with the funded projects and the others. */
  onDone?: (result: { funded: NamedRecord[]; others: NamedRecord[] }) => void
  /** True when the projects come from a list's selection. */
  isSelection?: boolean
}

/** Funds one project, or spreads one sum over several, and shows the results (design: money, 16). */
export function FundDialog({ slugs, onClose, onDone, isSelection = false }: FundDialogProps) {
  const t = useText()
  const [today] = useState(() => dayOf(new Date()))
  const [chosen, setChosen] = useState<FundingChoices>({ company: '', budget: '', day: today })
  const [sent, setSent] = useState<SentOrder>()
  const [running, setRunning] = useState(false)
  const companies = useQuery(qAll('GET /api/v4/companies/donating-companies/'))
  const preview = usePreview(slugs, chosen, today)
  const close = () => {
    if (!running) onClose()
  }
  const error = companies.error ?? preview.error
  if (sent)
    return (
      <FundResult
        sent={sent}
        isSelection={isSelection}
        onClose={onClose}
        onChange={(next) => {
          setSent(next)
          notifyResult(next, onDone)
        }}
      />
    )
  if (!companies.data || !preview.data || error)
    return (
      <Modal title={t('actions.fund_internally')} size="lg" onClose={onClose} dirty={false}>
        {error ? (
          <ErrorPanel
            error={error}
            onRetry={() => void Promise.all([companies.refetch(), preview.refetch()])}
          />
        ) : (
          <Spinner />
        )}
      </Modal>
    )
  return (
    <FundForm
      companies={companies.data.results}
      preview={preview.data}
      isStale={preview.isStale}
      chosen={chosen}
      today={today}
      choose={setChosen}
      onRunning={setRunning}
      onClose={close}
      onSent={(next) => {
        setSent(next)
        notifyResult(next, onDone)
      }}
    />
  )
}

function notifyResult(sent: SentOrder, onDone: FundDialogProps['onDone']): void {
  const of = (...states: Outcome['state'][]) =>
    sent.outcomes
      .filter(({ state }) => states.includes(state))
      .map(({ project: { slug, title } }: Outcome) => ({ slug, title }))
  // Projects waiting for a second person must not be offered again.
  onDone?.({ funded: of('done'), others: of('failed', 'left_out') })
  staleAfter('POST /api/v4/projects/fund-internally/', {}, ['approval'])
}
