import { locationOf } from '#web/router/match.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import type { ProjectDetail } from '../contract.ts'
import { projectAddress } from './columns.ts'

/** Why the project cannot take money now; each reason leads to what mends it. */
export function BlockingReasons({ project }: { project: ProjectDetail }) {
  const t = useText()
  const reasons = project.blocking_reasons
  if (reasons.length === 0) return null
  // A project that has all it needs is no problem to be solved.
  const settled = reasons.every((reason) => reason.code === 'fully_funded')
  return (
    <Callout tone={settled ? 'info' : 'warning'} title={t('projects.blocked')}>
      <ul className="reasons">
        {reasons.map((reason) => (
          <li key={reason.code}>
            <Reason link={reason.link} text={reason.text} here={projectAddress(project.slug)} />
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function Reason({ link, text, here }: { link: string; text: string; here: string }) {
  const [page, anchor] = link.split('#')
  if (page !== here || !anchor) return <PageLink href={locationOf(link).href}>{text}</PageLink>
  return (
    <a
      href={link}
      onClick={(event) => {
        event.preventDefault()
        const place = document.getElementById(anchor)
        place?.scrollIntoView({ block: 'start' })
        place
          ?.querySelector<HTMLElement>('input:not([disabled]), button:not([disabled])')
          ?.focus({ preventScroll: true })
      }}
    >
      {text}
    </a>
  )
}
