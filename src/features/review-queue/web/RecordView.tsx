import { type RefObject, useState } from 'react'
import { dayOf, showDay, showInstant } from '#shared/dates.ts'
import { formatEuro, formatWholeEuro } from '#shared/money.ts'
import { dash } from '#shared/labels.ts'
import { visible } from '#shared/text-direction.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { drawLabels } from '#web/table/list/cell.tsx'
import { type Translate, useLocale, useText } from '#web/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { IconAlertTriangle } from '#web/ui/icons.ts'
import { IconArrowUpRight } from '#web/ui/lazy-icons.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { formatDecimal } from '#web/decimal.ts'
import { organizationAddress } from '#features/organizations/web/columns.ts'
import { BriefProjects } from '#features/organizations/web/peek/BriefProjects.tsx'
import { OrganizationFacts } from '#features/organizations/web/peek/OrganizationFacts.tsx'
import { projectCells } from '#features/projects/cells.ts'
import { reviewLabel } from '#features/reviews/outcomes.ts'
import type { OpenedQueue, QueueRecord } from './review-session.ts'

/** Whole calendar days in Berlin since an instant. */
export function daysSince(instant: string, now = new Date()): number {
  const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
  return Math.max(0, Math.round((at(dayOf(now)) - at(dayOf(new Date(instant)))) / 86_400_000))
}

type RecordViewProps = {
  record: QueueRecord
  head: RefObject<HTMLHeadingElement | null>
  kind: OpenedQueue['kind']
  overdueAfter: number
  onCompare: () => void
  onOrganization: () => void
  onTasks: () => void
  onAssign: () => void
}

/** A read-only project under review: facts, questions and applicant. */
export function RecordView(props: RecordViewProps) {
  const { record, head, overdueAfter, onAssign } = props
  const t = useText()
  const locale = useLocale()
  const { project, organization } = record
  const days = project.waiting_since === null ? 0 : daysSince(project.waiting_since)
  const facts: [string, React.ReactNode, string?][] = [
    [t('review_queue.goal'), formatWholeEuro(project.target_cents, locale)],
    [t('review_queue.received'), formatWholeEuro(project.funded_cents, locale)],
    [t('review_queue.ends'), project.ends_on ? showDay(project.ends_on) : dash],
    [t('columns.funding_type'), project.funding_type.display],
    [
      t('columns.waiting_since'),
      project.waiting_since === null
        ? dash
        : t('review_queue.waits', {
            day: showDay(dayOf(new Date(project.waiting_since))).slice(0, 6),
            count: days,
          }),
      days > overdueAfter ? 'rq-overdue' : undefined,
    ],
    [
      t('review_queue.reviewer'),
      <button
        type="button"
        className="rq-assign"
        key="reviewer"
        title={t('review_queue.assign_me')}
        onClick={onAssign}
      >
        {project.reviewer ? visible(project.reviewer.name) : t('review_queue.nobody')}{' '}
        <kbd className="kbd">I</kbd>
      </button>,
    ],
  ]
  return (
    <>
      <header className="rq-head">
        <h1 ref={head} tabIndex={-1}>
          {visible(project.title)}
        </h1>
        <div className="rq-who">
          <span>
            <PageLink className="record-link" href={organizationAddress(organization.slug)}>
              {visible(organization.title)}
              <IconArrowUpRight size={14} stroke={1.8} aria-hidden />
            </PageLink>
            {organization.place !== '' && ' ·'}
          </span>
          {organization.place !== '' && <span>{visible(organization.place)}</span>}
          {drawLabels(projectCells.status(project), t)}
          {drawLabels(projectCells.review_status(project), t)}
        </div>
      </header>
      <dl className="rq-facts">
        {facts.map(([name, value, look]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={look}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="rq-columns">
        <ProjectRequest {...props} />
        <ApplicantPart {...props} />
      </div>
    </>
  )
}

function ProjectRequest({ record, onTasks }: RecordViewProps) {
  const t = useText()
  const locale = useLocale()
  const { project, tasks } = record
  return (
    <div>
      <section>
        <h2>{t('columns.description')}</h2>
        {project.description === '' ? (
          <p className="muted">{t('review_queue.no_description')}</p>
        ) : (
          <p className="rq-text">{visible(project.description)}</p>
        )}
      </section>
      <section>
        <h2>{t('review_queue.needs')}</h2>
        <dl className="rq-sums">
          {project.needs.map((need) => (
            <div key={need.id}>
              <dt>{visible(need.title)}</dt>
              <dd>{formatEuro(need.amount_cents, locale)}</dd>
            </div>
          ))}
          <div className="rq-total">
            <dt>{t('review_queue.goal')}</dt>
            <dd>{formatEuro(project.target_cents, locale)}</dd>
          </div>
        </dl>
      </section>
      <Documents record={record} />
      {tasks && (
        <section>
          <h2>
            {t('actions.tasks')}{' '}
            {tasks.length > 0 && (
              <span className="caption muted">{t('review_queue.tasks_open', { count: tasks.length })}</span>
            )}
            <button type="button" className="link-button" onClick={onTasks}>
              {t('review_queue.add_task')} <kbd className="kbd">T</kbd>
            </button>
          </h2>
          {tasks.length === 0 && <p className="muted">{t('review_queue.no_tasks')}</p>}
          <ul className="rq-lines">
            {tasks.map((task) => (
              <li key={task.slug}>
                <span className="rq-item-text">
                  <span>{visible(task.title)}</span>
                  <span className="caption muted">{t('review_queue.due', { day: showDay(task.due) })}</span>
                </span>
                {task.people.map((name) => (
                  <Avatar key={name} name={name} />
                ))}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** The applicant's attachments that the reviewer may see. */
function Documents({ record: { documents, photos } }: Pick<RecordViewProps, 'record'>) {
  const t = useText()
  const locale = useLocale()
  if (!documents && photos === 0) return null
  const count = documents?.count ?? 0
  const counts = [
    count > 0 && t('review_queue.files', { count }),
    photos > 0 && t('review_queue.photos', { count: photos }),
  ].filter(Boolean)
  return (
    <section>
      <h2>
        {t('nav.documents')}{' '}
        {counts.length > 0 && <span className="caption muted">{counts.join(' · ')}</span>}
      </h2>
      {counts.length === 0 && <p className="muted">{t('review_queue.no_documents')}</p>}
      <ul className="rq-lines">
        {documents?.files.map(({ slug, name, filename, size_bytes, day }) => (
          <li key={slug}>
            <span className="rq-item-text">
              <PageLink href={`/site-admin/documents/${slug}/view/`}>{name}</PageLink>
            </span>
            <span className="caption muted figures">
              {visible(filename)} ·{' '}
              {t('review_queue.megabytes', {
                size: formatDecimal(size_bytes / 1_000_000, locale),
                day: showDay(day),
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Doubles({ record: { doubles }, onCompare }: Pick<RecordViewProps, 'record' | 'onCompare'>) {
  const t = useText()
  if (doubles.length === 0)
    return (
      <section>
        <h2>{t('review_queue.likely_doubles')}</h2>
        <p className="muted">{t('review_queue.none_found')}</p>
      </section>
    )
  return (
    <section className="rq-doubles">
      <h2>
        <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
        {t('review_queue.doubles', { count: doubles.length })}
        <button type="button" className="link-button" onClick={onCompare}>
          {t('review_queue.compare')} <kbd className="kbd">D</kbd>
        </button>
      </h2>
      <ul>
        {doubles.map((double) => (
          <li key={double.slug}>
            <span className="strong">{visible(double.title)}</span>
            <span className="caption">{reasonsInWords(double, t)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ApplicantPart({ record, onCompare, onOrganization }: RecordViewProps) {
  const t = useText()
  const { organization, doubles, reviews } = record
  return (
    <div>
      {/* A warning appears at the top; the absence of doubles is stated at the end. */}
      {doubles.length > 0 && <Doubles record={record} onCompare={onCompare} />}
      <section>
        <h2>
          {t('columns.organization')}
          <button type="button" className="link-button" onClick={onOrganization}>
            {t('actions.open')} <kbd className="kbd">O</kbd>
          </button>
        </h2>
        <OrganizationFacts brief={organization} />
      </section>
      <Earlier key={record.project.slug} record={record} />
      <section>
        <h2>{t('review_queue.other_reviews')}</h2>
        <dl className="rq-pairs">
          {reviews.map(({ kind, outcome, by }) => {
            const label = reviewLabel(kind, 'project', outcome.choice)
            return (
              <div key={kind} className="rq-pair">
                <dt>{t(`review_queue.kinds.${kind}`)}</dt>
                <dd>
                  {label ? <StatusLabel tone={label.tone} text={outcome.display} /> : dash}{' '}
                  <span className="caption muted">{by}</span>
                </dd>
              </div>
            )
          })}
        </dl>
      </section>
      {doubles.length === 0 && <Doubles record={record} onCompare={onCompare} />}
    </div>
  )
}

/** Number of earlier decisions shown before "show all". */
const shownEarlier = 3

function Earlier({ record: { earlier, earlier_count, organization } }: Pick<RecordViewProps, 'record'>) {
  const t = useText()
  const [all, setAll] = useState(false)
  return (
    <section>
      <h2>
        {t('review_queue.earlier')}{' '}
        <span className="caption muted">{t('review_queue.projects', { count: earlier_count })}</span>
        {earlier.length > shownEarlier && (
          <button type="button" className="link-button" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'review_queue.show_fewer' : 'review_queue.show_all')}
          </button>
        )}
      </h2>
      <BriefProjects projects={all ? earlier : earlier.slice(0, shownEarlier)} />
      {all && earlier_count > earlier.length && (
        <PageLink href={`/site-admin/projects/?search=${encodeURIComponent(organization.title)}`}>
          {t('review_queue.earlier_more', { count: earlier_count - earlier.length })}
        </PageLink>
      )}
    </section>
  )
}

/** The reasons for a suspected double, and its outcome. */
export function reasonsInWords(double: QueueRecord['doubles'][number], t: Translate): string {
  const words = double.reasons.map(({ code, percent }) =>
    code === 'text'
      ? t('review_queue.double.text', { percent: percent ?? 0 })
      : t(`review_queue.double.${code}`),
  )
  const decided =
    double.decided_at && `${double.review_status.display} ${showInstant(double.decided_at).slice(0, 10)}`
  return [...words, decided].filter(Boolean).join(' · ')
}
