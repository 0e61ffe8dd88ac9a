import { showDay } from '#shared/dates.ts'
import { dash } from '#shared/labels.ts'
import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import type { Translate } from '#web/texts.ts'
import { HoverCard } from '#web/ui/HoverCard.tsx'
import { stageNames } from '#features/ledger/stages.ts'
import { StageBar, StageSwatch } from '#features/ledger/web/StageBar.tsx'
import type { ProjectRow } from '../contract.ts'

/** The money column (design/money.md, picture 21b): bar and "allocated of goal"; more on hover, focus or tap. */
export function moneyCell(row: ProjectRow, t: Translate, locale: Locale) {
  const euro = (cents: number) => formatEuro(cents, locale)
  const stages = {
    goal: row.target_cents,
    allocated: row.funded_cents,
    settled: row.settled_cents,
    paid: row.paid_cents,
    arrived: row.arrived_cents,
  }
  const days = {
    allocated: row.allocated_on,
    settled: row.settled_on,
    paid: row.paid_on,
    arrived: row.arrived_on,
  }
  const over = row.target_cents > 0 ? row.funded_cents - row.target_cents : 0
  const more = stageNames.map((stage) => `, ${t(`money.stages.${stage}`)} ${euro(stages[stage])}`).join('')
  return (
    <HoverCard
      more={more}
      card={
        <div className="money-card figures">
          <h3>{visible(row.title)}</h3>
          <dl>
            {stageNames.map((stage) => {
              const day = days[stage]
              return (
                <div key={stage}>
                  <StageSwatch stage={stage} />
                  <dt>{t(`money.stages.${stage}`)}</dt>
                  <dd className="muted">{day ? showDay(day) : dash}</dd>
                  <dd>{euro(stages[stage])}</dd>
                </div>
              )
            })}
          </dl>
          <p>
            <span>{t('money.still_needed')}</span> <strong>{euro(row.missing_cents)}</strong>
          </p>
        </div>
      }
    >
      <span className="money-cell figures">
        <StageBar stages={stages} />
        <span>
          <span>
            {euro(row.funded_cents)}{' '}
            <span className="muted">{t('money.of_goal', { goal: euro(row.target_cents) })}</span>
          </span>
          {over > 0 && <strong>+{euro(over)}</strong>}
        </span>
      </span>
    </HoverCard>
  )
}
