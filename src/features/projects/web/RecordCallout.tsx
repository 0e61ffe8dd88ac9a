import { dayOf, daysBetween, showDay } from '#shared/dates.ts'
import type { Tone } from '#shared/labels.ts'
import { visible } from '#shared/text-direction.ts'
import { reviewOutcome } from '#shared/statuses.ts'
import type { Answer } from '#web/api.ts'
import { locationOf } from '#web/router/match.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { type Translate, useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import type { ProjectDetail } from '../contract.ts'
import { projectAddress } from './columns.ts'

type Decision = Answer<'GET /api/v4/project/:slug/peek/'>['decisions'][number]
type Reason = ProjectDetail['blocking_reasons'][number]

type RecordCalloutProps = {
  project: ProjectDetail
  /** The current reviews; undefined until they are known. */
  decisions: readonly Decision[] | undefined
  /** Opens the part of this page where staff can fix a reason. */
  onMend: (anchor: string) => void
}

/** A project with one of these reasons needs no more money, so there is no problem to solve. */
const settled = ['fully_funded', 'ended', 'archived']

/** One line above a project: why it cannot take money and who decided so, or that it is fully funded. */
export function RecordCallout({ project, decisions, onMend }: RecordCalloutProps) {
  const t = useText()
  const reasons = project.blocking_reasons
  if (reasons.length === 0) return null
  const isFunded = reasons.some(({ code }) => code === 'fully_funded')
  if (isFunded && reasons.every(({ code }) => settled.includes(code))) {
    const others = reasons.filter(({ code }) => code !== 'fully_funded')
    return (
      <Line
        tone="success"
        lead={t('projects.callout.funded')}
        reasons={others}
        project={project}
        onMend={onMend}
      />
    )
  }
  const rejected = decisions?.find(
    ({ kind, outcome }) => kind === 'review' && outcome.choice === reviewOutcome.rejected,
  )
  const isRejected = project.review_status.choice === reviewOutcome.rejected
  const waits =
    !isRejected && project.waiting_since !== null && reasons.some(({ code }) => code === 'not_reviewed')
  const lead = isRejected
    ? rejectedBy(rejected, t)
    : waits
      ? waitsFor(project, t)
      : t('projects.callout.blocked')
  // The lead already shows its own reason, and full funding is no obstacle.
  const rest = reasons.filter(
    ({ code }) => code !== 'fully_funded' && !((isRejected || waits) && code === 'not_reviewed'),
  )
  return (
    <Line
      tone={isRejected ? 'danger' : 'warning'}
      lead={lead}
      reasons={rest}
      project={project}
      onMend={onMend}
    />
  )
}

/** `Rejected by Jonas Brandt, 21.11.2026: „Kostenplan fehlt“`, with the parts that are known. */
function rejectedBy(decision: Decision | undefined, t: Translate): string {
  const by = decision?.by
    ? t('projects.callout.rejected_by', { name: visible(decision.by) })
    : t('labels.rejected')
  const day = decision?.at ? `, ${showDay(dayOf(new Date(decision.at)))}` : ''
  return `${by}${day}${decision?.reason ? `: „${visible(decision.reason)}“` : ''}`
}

/** Start of the wait for a review, and its reviewer. */
function waitsFor({ waiting_since, reviewer }: ProjectDetail, t: Translate): string {
  const since = dayOf(new Date(waiting_since!))
  const waits = t('projects.callout.waits', {
    day: showDay(since),
    count: daysBetween(since, dayOf(new Date())),
  })
  const who = reviewer
    ? t('projects.callout.reviewer', { name: visible(reviewer.name) })
    : t('projects.callout.nobody')
  return `${waits}, ${who}`
}

type LineProps = {
  tone: Tone
  lead: string
  reasons: readonly Reason[]
  project: ProjectDetail
  onMend: (anchor: string) => void
}

function Line({ tone, lead, reasons, project, onMend }: LineProps) {
  return (
    <Callout tone={tone}>
      <p>
        <strong className="strong">{lead}</strong>
        {reasons.map((reason) => (
          <span key={reason.code}>
            {' · '}
            <FixLink reason={reason} here={projectAddress(project.slug)} onMend={onMend} />
          </span>
        ))}
      </p>
    </Callout>
  )
}

function FixLink({
  reason: { link, text },
  here,
  onMend,
}: {
  reason: Reason
  here: string
  onMend: (anchor: string) => void
}) {
  const [page, anchor] = link.split('#')
  if (page !== here || !anchor) return <PageLink href={locationOf(link).href}>{text}</PageLink>
  return (
    <a
      href={link}
      onClick={(event) => {
        event.preventDefault()
        onMend(anchor)
      }}
    >
      {text}
    </a>
  )
}
