import { useEffect, useEffectEvent } from 'react'
import { type FirstStep, firstStepsFor, stepsWith } from '#shared/first-steps.ts'
import { changeProfile, type Profile, useAllowed } from '#web/profile.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { recentRecords } from '#web/shell/recent.ts'
import { useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconCheck, IconX } from '#web/ui/icons.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { focusAfterRemoval } from '#web/ui/useReturnFocus.ts'

/** First step that opening a record of each kind completes, from any page. */
const foundBy: Record<string, FirstStep> = {
  project: 'projects',
  organization: 'organizations',
  user: 'users',
}

/**
 * A new person's first steps. Opening a step's page, or one of its records, completes it; the last one ends the list for good.
 */
export function FirstSteps({ profile, taken }: { profile: Profile; taken: readonly FirstStep[] }) {
  const t = useText()
  const steps = firstStepsFor(useAllowed())
  const isTaken = (step: FirstStep) => taken.includes(step)
  const keep = async (first_steps: FirstStep[] | null) => {
    try {
      await changeProfile({ first_steps })
    } catch (error) {
      notify({ tone: 'danger', title: t('first_steps.failed'), message: explain(error, t) })
    }
  }
  const tickFound = useEffectEvent(() => {
    const found = recentRecords(profile.id).map((record) => foundBy[record.split('/')[0]!])
    const open = steps.find(({ key }) => found.includes(key) && !isTaken(key))
    if (open) void keep(stepsWith(taken, open.key, steps))
  })
  useEffect(() => tickFound(), [taken])
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <div className="first-steps-head">
        <h2 id="first-steps">{t('first_steps.title')}</h2>
        <span className="small muted figures">
          {t('first_steps.taken', {
            taken: steps.filter(({ key }) => isTaken(key)).length,
            all: steps.length,
          })}
        </span>
        <IconButton
          icon={IconX}
          label={t('first_steps.hide')}
          onClick={(event) => {
            focusAfterRemoval(event.currentTarget, null)
            void keep(null)
          }}
        />
      </div>
      <ol>
        {steps.map(({ key, to }, at) => (
          <li key={key} data-done={isTaken(key) || undefined}>
            <span className="first-steps-mark figures" aria-hidden>
              {isTaken(key) ? <IconCheck size={14} stroke={2.2} /> : at + 1}
            </span>
            <PageLink
              href={to}
              onClick={() => {
                if (!isTaken(key)) void keep(stepsWith(taken, key, steps))
              }}
            >
              {t(`first_steps.${key}`)}
            </PageLink>
            {isTaken(key) && <span className="visually-hidden">{t('first_steps.done')}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
