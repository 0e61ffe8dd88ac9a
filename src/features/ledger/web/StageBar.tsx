import { type StageName, stageNames } from '../stages.ts'
import './money.css'

/** Cents per stage, and the goal as the full width. */
export type Stages = { goal: number } & Record<StageName, number>

/**
 * The stages as nested bars from the left, arrived darkest (design/money.md). When over-funded, the full width is the
 * allocated amount and a mark shows the goal. It has no accessible name, because labelled figures are next to it.
 */
export function StageBar({ stages, height = 6 }: { stages: Stages; height?: number }) {
  const whole = Math.max(stages.goal, stages.allocated, 1)
  const percent = (cents: number) => `${(Math.max(0, Math.min(cents, whole)) / whole) * 100}%`
  const isOver = stages.goal > 0 && stages.allocated > stages.goal
  return (
    <svg className="stage-bar" width="100%" height={height} aria-hidden>
      <rect width="100%" height="100%" className="stage-goal" />
      {stageNames.map(
        (stage) =>
          stages[stage] > 0 && (
            <rect key={stage} width={percent(stages[stage])} height="100%" className={`stage-${stage}`} />
          ),
      )}
      {stageNames.map(
        (stage) =>
          stages[stage] > 0 &&
          stages[stage] < whole && (
            <rect key={stage} x={percent(stages[stage])} width="1" height="100%" className="stage-line" />
          ),
      )}
      {isOver && <rect x={percent(stages.goal)} width="2" height="100%" className="stage-mark" />}
    </svg>
  )
}

export function StageSwatch({ stage }: { stage: StageName | 'goal' }) {
  return (
    <svg className="stage-swatch" width="10" height="10" aria-hidden>
      <rect width="10" height="10" rx="2" className={`stage-${stage}`} />
    </svg>
  )
}
