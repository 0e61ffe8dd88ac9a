import { showInstant } from '#shared/dates.ts'
import { filterWords } from '#shared/lists/filter-words.ts'
import type { Tone } from '#shared/labels.ts'
import { formatInteger } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { useState } from 'react'
import type { Answer } from '#web/api.ts'
import { namesOf } from '#web/table/state/refusals.ts'
import type { ListHandle } from '#web/table/state/types.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { projectList } from '../../table.ts'
import { useListOfFields } from '../list.ts'
import { useProjectFilters } from '../options.ts'

export type Preview = Answer<'POST /api/v4/projects/bulk/:action/preview/'>

/** The selection: the filter as chips with the excluded rows, or the selected titles. */
export function ProjectSelectionSummary({ list }: { list: ListHandle }) {
  const t = useText()
  const locale = useLocale()
  const options = useProjectFilters()
  const record = useListOfFields()?.filterMenu.list ?? projectList
  const { all, titles } = list.selection
  if (!all) return <>{namesOf(titles, t)}</>
  const named = Object.fromEntries(
    Object.entries(options).map(([name, values]) => [
      name,
      Object.fromEntries(values.map(({ value, label }) => [value, label])),
    ]),
  )
  const chips = filterWords(record, list.filters, { locale, textOf: t.of, titles: named }).map(
    ({ name, heading, negated, values }) => ({
      name,
      heading: negated ? `${heading} ${t('filters.is_not')}` : heading,
      value: values.map(visible).join(', '),
    }),
  )
  const search = String(list.query.search ?? '')
  return (
    <span className="bulk-chips">
      {chips.map(({ name, heading, value }) => (
        <span key={name} className="chip">
          {heading} <strong>{value}</strong>
        </span>
      ))}
      {search !== '' && <span className="chip">„{visible(search)}“</span>}
      {all.except.length > 0 && (
        <span className="chip">{t('bulk.all_but', { names: namesOf(all.except, t) })}</span>
      )}
    </span>
  )
}

type SamplesProps = { preview: Preview; unit?: string | undefined; onOthers: () => void }

/** Random sample of projects that will change, before and after. */
export function Samples({ preview, unit, onOthers }: SamplesProps) {
  const t = useText()
  const locale = useLocale()
  const { samples, will_change: count } = preview
  if (samples.length === 0) return null
  return (
    <section className="bulk-part">
      <div className="bulk-head">
        <h3>
          {t('bulk.will_change')}{' '}
          <span className="muted">
            {count > samples.length
              ? t('bulk.at_random', { shown: samples.length, count })
              : formatInteger(count, locale)}
          </span>
        </h3>
        {count > samples.length && (
          <Button variant="quiet" size="sm" onClick={onOthers}>
            {t('bulk.others')}
          </Button>
        )}
      </div>
      <ul className="bulk-rows">
        {samples.map((sample) => (
          <li key={sample.slug}>
            <div>
              <strong>{visible(sample.title)}</strong>
              <span className="caption muted">{visible(sample.organization)}</span>
            </div>
            <span className="bulk-change">
              <Words {...sample.before} /> <span aria-hidden>→</span>
              <span className="visually-hidden">{t('bulk.becomes')}</span> <Words {...sample.after} /> {unit}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Words({ text, tone }: { text: string; tone: string | null }) {
  return tone === null ? <span>{visible(text)}</span> : <StatusLabel tone={tone as Tone} text={text} />
}

/** How many projects each person would get, and their total afterwards. */
export function Shares({ shares }: { shares: NonNullable<Preview['shares']> }) {
  const t = useText()
  return (
    <section className="bulk-part">
      <h3>{t('bulk.shares')}</h3>
      <ul className="bulk-rows">
        {shares.map(({ id, name, gets, has }) => (
          <li key={id}>
            <strong>{visible(name)}</strong>
            <span className="figures">
              {has > 0 ? t('bulk.share', { gets, has, all: gets + has }) : t('bulk.share_new', { gets })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type SkippedProps = {
  preview: Preview
  shown: string | undefined
  onShow: (code: string | undefined) => void
}

/** Skipped rows by cause; each can be listed by name. */
export function Skipped({ preview, shown, onShow }: SkippedProps) {
  const t = useText()
  const locale = useLocale()
  if (preview.skipped.length === 0) return null
  return (
    <section className="bulk-part">
      <h3>
        {t('bulk.skipped')}{' '}
        <span className="muted">{formatInteger(preview.count - preview.will_change, locale)}</span>
      </h3>
      <ul className="bulk-rows">
        {preview.skipped.map((cause) => (
          <li key={cause.code}>
            <div>
              <strong>{cause.text}</strong>
              {shown === cause.code && (
                <span className="caption muted">
                  {preview.shown.map((row) => visible(row.title)).join(', ')}
                  {cause.count > preview.shown.length &&
                    preview.shown.length > 0 &&
                    ` ${t('bulk.and_more', { count: cause.count - preview.shown.length })}`}
                </span>
              )}
            </div>
            <span className="figures">
              {formatInteger(cause.count, locale)}{' '}
              <Button
                variant="quiet"
                size="sm"
                aria-expanded={shown === cause.code}
                aria-label={t('actions.named', { action: t('bulk.show'), title: cause.text })}
                onClick={() => onShow(shown === cause.code ? undefined : cause.code)}
              >
                {t('bulk.show')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Mails that will be sent and when, with one sample. */
export function Mails({ mails }: { mails: NonNullable<Preview['mails']> }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const { minutes, letter, without_address: without } = mails
  const template = t.of(`emails.template.${mails.template}`)
  return (
    <div className="bulk-mails">
      <div className="bulk-head">
        <span className="muted">
          {minutes === 0
            ? t('bulk.mail_at_once', { template })
            : t('bulk.mail_leaves', { template, count: minutes })}
        </span>
        {letter && (
          <Button variant="quiet" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('bulk.preview')}
          </Button>
        )}
      </div>
      {without > 0 && <p className="caption muted">{t('bulk.without_address', { count: without })}</p>}
      {open && letter && (
        <div className="bulk-letter" role="group" aria-label={t('bulk.preview')}>
          <p className="caption muted">{t('bulk.preview_of', { to: letter.to })}</p>
          <p className="strong">{visible(letter.subject)}</p>
          <p className="bulk-text">{visible(letter.text)}</p>
        </div>
      )}
    </div>
  )
}

/** A project created while the dialog was open. */
export type Newcomer = { slug: string; title: string; organization: string; created_at: string }

type RefusedProps = {
  count: number
  now: number
  /** Rows created since, if they explain the whole difference. */
  newcomers: readonly Newcomer[]
  onKeep: () => void
  onAgain: () => void
  onClose: () => void
}

const shownNewcomers = 5

/** The list has changed since the dialog opened; nothing was done. */
export function SelectionChanged({ count, now, newcomers, onKeep, onAgain, onClose }: RefusedProps) {
  const t = useText()
  return (
    <Modal
      title={t('bulk.nothing_changed')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          {newcomers.length === 0 ? (
            <Button onClick={onClose}>{t('actions.cancel')}</Button>
          ) : (
            <Button onClick={onKeep}>{t('bulk.keep', { count })}</Button>
          )}
          <Button variant="primary" onClick={onAgain}>
            {t('bulk.start_again', { count: now })}
          </Button>
        </>
      }
    >
      <Callout tone="warning" loud>
        {t('bulk.match_now', { now, count })}
      </Callout>
      {newcomers.length > 0 && (
        <section className="bulk-part">
          <ul className="bulk-rows">
            {newcomers.slice(0, shownNewcomers).map((row) => (
              <li key={row.slug}>
                <div>
                  <strong>{visible(row.title)}</strong>
                  <span className="caption muted">{visible(row.organization)}</span>
                </div>
                <span className="figures muted">{showInstant(row.created_at).slice(-5)}</span>
              </li>
            ))}
          </ul>
          {newcomers.length > shownNewcomers && (
            <p className="caption muted">
              {t('bulk.and_more', { count: newcomers.length - shownNewcomers })}
            </p>
          )}
        </section>
      )}
    </Modal>
  )
}
