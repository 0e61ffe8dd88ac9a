import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { dash } from '#shared/labels.ts'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import { projectAddress } from '#features/projects/web/columns.ts'
import { reasonsInWords } from './RecordView.tsx'
import type { QueueRecord } from './review-session.ts'

/** Compares this project with a suspected double side by side; only differing lines are marked. */
export function CompareModal({ record, onClose }: { record: QueueRecord; onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const [at, setAt] = useState('0')
  const { project, organization, doubles } = record
  const other = doubles[Number(at)] ?? doubles[0]!
  const needs = (all: readonly { title: string; amount_cents: number }[]) =>
    all.map((need) => `${need.title}: ${formatEuro(need.amount_cents, locale)}`).join('\n') || dash
  const days = (one: { starts_on: string | null; ends_on: string | null }) =>
    [one.starts_on, one.ends_on].map((day) => (day ? showDay(day) : dash)).join(' – ')
  const lines: [string, string, string][] = [
    [t('projects.fields.title'), project.title, other.title],
    [t('columns.organization'), organization.title, other.organization],
    [t('columns.description'), project.description || dash, other.description || dash],
    [t('review_queue.needs'), needs(project.needs), needs(other.needs)],
    [
      t('review_queue.goal'),
      formatEuro(project.target_cents, locale),
      formatEuro(other.target_cents, locale),
    ],
    [t('organizations.facts.account'), organization.bank?.iban ?? dash, other.iban ?? dash],
    [t('columns.starts_on') + ' – ' + t('columns.ends_on'), days(project), days(other)],
  ]
  return (
    <Modal
      title={t('review_queue.compare')}
      subtitle={reasonsInWords(other, t)}
      size="lg"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      <div className="stack">
        {doubles.length > 1 && (
          <Segmented
            label={t('review_queue.likely_doubles')}
            value={at}
            options={doubles.map((_, index) => ({ value: String(index), text: String(index + 1) }))}
            onChange={setAt}
          />
        )}
        <table className="simple-table rq-compare">
          <caption className="visually-hidden">{t('review_queue.compare')}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('review_queue.differs')}</span>
              </th>
              <th scope="col">
                {t('review_queue.this_project')}{' '}
                <LinkButton size="sm" variant="quiet" to={projectAddress(project.slug)}>
                  {t('review_queue.open_it')}
                </LinkButton>
              </th>
              <th scope="col">
                {visible(other.title)}{' '}
                <LinkButton size="sm" variant="quiet" to={projectAddress(other.slug)}>
                  {t('review_queue.open_it')}
                </LinkButton>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(([name, one, two]) => (
              <tr key={name} data-differs={one !== two || undefined}>
                <th scope="row">
                  {name}
                  <span className="visually-hidden">
                    {' '}
                    {t(one === two ? 'review_queue.equal' : 'review_queue.differs')}
                  </span>
                </th>
                <td className="rq-text">{visible(one)}</td>
                <td className="rq-text">{visible(two)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  )
}
