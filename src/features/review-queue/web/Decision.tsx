import { useQuery } from '@tanstack/react-query'
import { type RefObject, useId } from 'react'
import { showInstant } from '#shared/dates.ts'
import { visible } from '#shared/text-direction.ts'
import { reviewOutcome } from '#shared/statuses.ts'
import { controlKey } from '#web/shortcuts.ts'
import { useText, type Translate } from '#web/texts.ts'
import { useDebounced } from '#web/useDebounced.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { EnterIcon } from '#web/ui/EnterIcon.tsx'
import { IconCheck, IconDots, IconX } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { longestReason } from '../rules.ts'
import { type DeskDialog, outcomesInOrder, outcomeWord } from './decision-words.ts'
import { previewOf } from './preview.ts'
import { SnippetChips, useSnippets } from './SnippetChips.tsx'
import type { OpenedQueue, Outcome, QueueRecord } from './review-session.ts'
import type { ReviewSession } from './useReviewSession.ts'

/** The effect of an outcome on this project. */
function sentence(kind: OpenedQueue['kind'], outcome: Outcome, record: QueueRecord, t: Translate): string {
  if (kind !== 'review')
    return t(outcome === reviewOutcome.rejected ? 'review_queue.says.failed' : 'review_queue.says.passed')
  if (outcome === reviewOutcome.rejected) return t('review_queue.says.rejected')
  if (outcome === reviewOutcome.accepted) return t('review_queue.says.accepted')
  if (record.organization.proof.expired) return t('review_queue.says.public_later')
  const stays = record.project.blocking_reasons.filter(({ code }) => code !== 'not_reviewed')
  return t(stays.length > 0 ? 'review_queue.says.public_blocked' : 'review_queue.says.public')
}

const acts: Record<Outcome, 'public' | 'accept' | 'reject'> = {
  [reviewOutcome.passed]: 'public',
  [reviewOutcome.rejected]: 'reject',
  [reviewOutcome.accepted]: 'accept',
}

function actWord(kind: OpenedQueue['kind'], outcome: Outcome | undefined, t: Translate): string {
  if (outcome === undefined) return t('reviews.decide')
  const act = kind === 'content' && outcome === reviewOutcome.passed ? 'accept' : acts[outcome]
  return t(`review_queue.act.${act}`)
}

type DecisionProps = {
  opened: OpenedQueue
  session: ReviewSession
  record: QueueRecord | undefined
  reasonRef: RefObject<HTMLTextAreaElement | null>
  onDecide: () => void
  onDialog: (dialog: DeskDialog) => void
  onTasks: () => void
}

/** The panel that decides: three outcomes, reason, snippets, mail, one button. */
export function Decision(props: DecisionProps) {
  const { opened, session, record, reasonRef, onDecide, onDialog } = props
  const t = useText()
  const id = useId()
  const { kind } = opened
  const { draft, setDraft, hold, missing } = session
  const decidedSince = record?.decided && record.decided.at >= opened.opened_at ? record.decided : undefined
  const isTaken = typeof hold === 'object'
  const mayChoose = record !== undefined && session.mayChoose && hold !== 'given_back' && !decidedSince
  const chosen = draft.outcome
  const count = `${draft.reason.length}/${longestReason}`
  return (
    <section id="decision" className="rq-decision" aria-labelledby={`${id}-title`} tabIndex={-1}>
      <div className="rq-decision-body" data-chosen={chosen !== undefined || undefined}>
        <div className="rq-decision-head">
          <h2 id={`${id}-title`}>{t(`review_queue.kinds.${kind}`)}</h2>
          {record && hold === 'mine' && !decidedSince && (
            <span className="caption muted">{t('review_queue.yours')}</span>
          )}
        </div>
        {!session.mayDecide && (
          <Callout tone="info">{t('review_queue.no_right', { permission: 'change_projects' })}</Callout>
        )}
        {isTaken && (
          <Callout
            tone="warning"
            action={
              <Button size="sm" onClick={() => session.walk(1)}>
                {t('review_queue.next')}
              </Button>
            }
          >
            {t('review_queue.has_it', { name: hold.name, time: timeOf(hold.since) })}
          </Callout>
        )}
        {decidedSince && (
          <Callout
            tone="info"
            action={
              <Button size="sm" onClick={() => session.walk(1)}>
                {t('review_queue.next')}
              </Button>
            }
          >
            {t('review_queue.they_decided', {
              name: decidedSince.by,
              outcome: decidedSince.outcome.display,
              time: timeOf(decidedSince.at),
            })}
          </Callout>
        )}
        {hold === 'given_back' && !decidedSince && (
          <Callout
            tone="warning"
            loud
            action={
              <Button size="sm" onClick={session.retakeLease}>
                {t('review_queue.take_again')}
              </Button>
            }
          >
            {t('review_queue.given_back')}
          </Callout>
        )}
        {session.changed && <Changed {...session.changed} />}
        {!isTaken && (
          <fieldset className="rq-outcomes" disabled={!mayChoose}>
            <legend className="visually-hidden">{t('reviews.outcome')}</legend>
            {outcomesInOrder(kind).map((outcome, at) => (
              <label key={outcome} data-chosen={chosen === outcome || undefined}>
                <input
                  type="radio"
                  name={`${id}-outcome`}
                  checked={chosen === outcome}
                  onChange={() => setDraft({ outcome })}
                />
                <span className="rq-outcome-text">
                  <span className="rq-outcome-name" data-outcome={outcome}>
                    {outcome === reviewOutcome.rejected ? (
                      <IconX size={16} stroke={2} aria-hidden />
                    ) : (
                      <IconCheck size={16} stroke={2} aria-hidden />
                    )}
                    {outcomeWord(kind, outcome, t)}
                  </span>
                  {record && (
                    <span className="caption muted rq-says">{sentence(kind, outcome, record, t)}</span>
                  )}
                </span>
                <kbd className="kbd" aria-hidden>
                  {at + 1}
                </kbd>
              </label>
            ))}
          </fieldset>
        )}
        <div className="rq-reason">
          <label htmlFor={`${id}-reason`}>
            {t('reviews.reason')}{' '}
            {chosen === reviewOutcome.rejected ? (
              <span className="rq-required" aria-hidden>
                *
              </span>
            ) : (
              <span className="caption muted">({t('form.optional')})</span>
            )}
          </label>
          <kbd className="kbd" aria-hidden>
            R
          </kbd>
          <textarea
            ref={reasonRef}
            id={`${id}-reason`}
            className="input area"
            rows={3}
            value={draft.reason}
            readOnly={session.isWaiting}
            maxLength={longestReason}
            placeholder={t('review_queue.write')}
            required={chosen === reviewOutcome.rejected}
            aria-invalid={missing && draft.reason.trim() === '' ? true : undefined}
            aria-describedby={missing ? `${id}-missing` : undefined}
            onChange={(event) => setDraft({ reason: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur()
              if (event.key === 'ArrowDown' && draft.reason === '') {
                event.preventDefault()
                document.querySelector<HTMLButtonElement>('.rq-snippets button')?.focus()
              }
            }}
          />
          {draft.reason !== '' && <span className="caption muted rq-count">{count}</span>}
          {missing && draft.reason.trim() === '' && (
            <p id={`${id}-missing`} className="rq-error" role="alert">
              {t('review_queue.reason_required')}
            </p>
          )}
        </div>
        <Snippets
          reason={draft.reason}
          reasonRef={reasonRef}
          onUse={(reason) => setDraft({ reason })}
          onAll={() => onDialog('snippets')}
        />
        <MailPart {...props} />
      </div>
      <div className="rq-decision-foot" data-chosen={chosen !== undefined || undefined}>
        <span className="rq-phone-menu">
          <Menu label={t('review_queue.keys')} items={phoneItems(props, t)}>
            {(trigger) => (
              <Button aria-label={t('actions.more')} icon={IconDots} {...trigger}>
                {''}
              </Button>
            )}
          </Menu>
        </span>
        <Button
          variant="primary"
          className="rq-main"
          disabled={(!mayChoose && !session.isWaiting) || chosen === undefined}
          loading={session.isWaiting}
          onClick={onDecide}
        >
          {actWord(kind, chosen, t)}{' '}
          <kbd className="kbd">
            {controlKey(t)} <EnterIcon />
          </kbd>
        </Button>
        <span className="rq-second">
          <Button disabled={hold !== 'mine' || !record} onClick={() => onDialog('ask')}>
            {t('review_queue.ask')} <kbd className="kbd">A</kbd>
          </Button>
          <Button variant="quiet" onClick={session.skip}>
            {t('review_queue.skip')} <kbd className="kbd">S</kbd>
          </Button>
        </span>
      </div>
    </section>
  )
}

function phoneItems({ onDialog, onTasks, session }: DecisionProps, t: Translate) {
  return [
    { key: 'ask', text: t('review_queue.ask'), onSelect: () => onDialog('ask') },
    { key: 'skip', text: t('review_queue.skip'), onSelect: session.skip },
    { key: 'task', text: t('review_queue.add_task'), onSelect: onTasks },
    ...(session.mayDecide
      ? [{ key: 'hand_over', text: t('review_queue.hand_over'), onSelect: () => onDialog('hand_over') }]
      : []),
    ...(session.draft.outcome === undefined
      ? []
      : [{ key: 'mail', text: t('review_queue.change_text'), onSelect: () => onDialog('mail') }]),
  ]
}

/** `10:47`, in Berlin time. */
export function timeOf(instant: string): string {
  return showInstant(instant).slice(-5)
}

const compared = [
  'title',
  'description',
  'target_cents',
  'starts_on',
  'ends_on',
  'status',
  'version',
] as const

function Changed({ before, after }: { before: QueueRecord; after: QueueRecord }) {
  const t = useText()
  const names: Partial<Record<(typeof compared)[number], string>> = {
    title: t('projects.fields.title'),
    description: t('columns.description'),
    target_cents: t('review_queue.goal'),
    starts_on: t('columns.starts_on'),
    ends_on: t('columns.ends_on'),
    status: t('columns.status'),
  }
  const words = (value: unknown) =>
    typeof value === 'object' && value !== null && 'display' in value
      ? String(value.display)
      : typeof value === 'string' || typeof value === 'number'
        ? String(value).slice(0, 120)
        : '-'
  const fields = compared.filter(
    (field) => names[field] && words(before.project[field]) !== words(after.project[field]),
  )
  return (
    <Callout tone="warning" title={t('review_queue.changed')} loud>
      {fields.map((field) => (
        <span key={field} className="rq-block">
          {t('review_queue.changed_field', {
            field: names[field]!,
            before: visible(words(before.project[field])),
            after: visible(words(after.project[field])),
          })}
        </span>
      ))}
    </Callout>
  )
}

type SnippetsProps = {
  reason: string
  reasonRef: RefObject<HTMLTextAreaElement | null>
  onUse: (reason: string) => void
  onAll: () => void
}

/** The first snippets; a button shows all of them. */
function Snippets({ reason, reasonRef, onUse, onAll }: SnippetsProps) {
  const t = useText()
  const all = useSnippets('decision')
  // Replaces an empty or untouched text, else inserts at the cursor.
  const use = (text: string) => {
    const field = reasonRef.current
    const isUntouched = reason.trim() === '' || all.some((one) => one.text === reason)
    if (isUntouched || !field) return onUse(text)
    onUse(reason.slice(0, field.selectionStart) + text + reason.slice(field.selectionEnd))
  }
  return (
    <SnippetChips purpose="decision" text={reason} onUse={use}>
      <button type="button" tabIndex={all.length === 0 ? 0 : -1} onClick={onAll}>
        {all.length === 0
          ? t('review_queue.new_snippet')
          : t('review_queue.all_snippets', { count: all.length })}
      </button>
    </SnippetChips>
  )
}

function MailPart({ opened, session, record, onDialog }: DecisionProps) {
  const t = useText()
  const { draft, setDraft } = session
  const text = useDebounced(draft.reason, 250)
  const slug = record?.project.slug
  const { outcome } = draft
  const preview = useQuery({
    ...previewOf(slug ?? '', { about: 'decision', kind: opened.kind, ...(outcome && { outcome }), text }),
    enabled: slug !== undefined && outcome !== undefined && draft.mail && !draft.own,
    placeholderData: (before) => before,
  })
  const shown = draft.own ? { to: record?.organization.email_contact ?? '', ...draft.own } : preview.data
  const hasAddress = record === undefined || record.organization.email_contact !== ''
  return (
    <div className="rq-mail">
      <div className="rq-mail-head">
        <label>
          <input
            type="checkbox"
            checked={draft.mail && hasAddress}
            disabled={!hasAddress}
            onChange={(event) => setDraft({ mail: event.target.checked })}
          />
          {t('review_queue.mail')}
        </label>
        <button
          type="button"
          className="link-button"
          disabled={outcome === undefined || !draft.mail || !hasAddress}
          onClick={() => onDialog('mail')}
        >
          {t('review_queue.change_text')} <kbd className="kbd">M</kbd>
        </button>
      </div>
      {!hasAddress && <p className="caption muted">{t('review_queue.no_address')}</p>}
      {hasAddress && draft.mail && outcome !== undefined && shown && (
        <>
          <div className="rq-letter" role="group" aria-label={t('review_queue.mail_preview')}>
            <dl>
              <dt>{t('review_queue.mail_to')}</dt>
              <dd className="truncate">{shown.to}</dd>
              <dt>{t('review_queue.mail_subject')}</dt>
              <dd className="truncate">{visible(shown.subject)}</dd>
            </dl>
            <p className="rq-text">{marked(visible(shown.text), visible(text.trim()))}</p>
          </div>
          <p className="caption muted">{t('review_queue.leaves', { count: opened.minutes_until_mail })}</p>
        </>
      )}
    </div>
  )
}

/** The text with the reason highlighted. */
function marked(text: string, reason: string) {
  const at = reason === '' ? -1 : text.indexOf(reason)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{reason}</mark>
      {text.slice(at + reason.length)}
    </>
  )
}
