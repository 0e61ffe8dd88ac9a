import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { axisFor, stackFor } from '#shared/axis.ts'
import './chart-legend.css'
import './bar-chart.css'

/** The meaning of a bar segment: a funding type by its number, or the remainder. */
export type BarKind = 1 | 2 | 3 | 4 | 'rest'

/** One bar: `name` is its label below, `inWords` states its values to the cent. */
export type Bar = {
  key: string
  name: string
  inWords: string
  parts: readonly { kind: BarKind; value: number }[]
}

type BarChartProps = {
  title: string
  /** The chart's summary sentence, shown below until a bar is chosen. */
  description: string
  bars: readonly Bar[]
  /** The smallest step of the axis, e.g. 100 for cents in whole euros. */
  unit: number
  /** An axis value in its shortest form. */
  tickText: (value: number) => string
  /** Hides the names when links to the same bars follow below. */
  hasNames?: boolean
  below?: ReactNode
}

const plot = { top: 10, height: 200 }

/**
 * Stacked bars over time. The page shows the same values in a table beside it. One keyboard stop: arrow keys move
 * between bars, and the line below shows the values of the focused or hovered one.
 */
export function BarChart({
  title,
  description,
  bars,
  unit,
  tickText,
  hasNames = true,
  below,
}: BarChartProps) {
  const id = useId()
  const [stop, setStop] = useState(bars.length - 1)
  const [chosen, setChosen] = useState<string>()
  const stacks = bars.map((bar) => stackFor(bar.parts.map((part) => part.value)))
  const axis = axisFor(
    stacks.flatMap((stack) => stack.flatMap(({ from, to }) => [from, to])),
    unit,
  )
  const y = (value: number) => plot.top + ((axis.to - value) / (axis.to - axis.from)) * plot.height
  const width = 100 / Math.max(1, bars.length)
  const height = plot.top + plot.height + (hasNames ? 24 : 8)
  const onKey = (event: KeyboardEvent<SVGElement>) => {
    const target = targetOf(event.key, stop, bars.length)
    if (target === undefined) return
    event.preventDefault()
    setStop(target)
    event.currentTarget.querySelectorAll<SVGElement>('.bar-slot')[target]?.focus()
  }
  return (
    <div className="bar-chart" role="group" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <span id={`${id}-title`} className="visually-hidden">
        {title}
      </span>
      <span id={`${id}-text`} className="visually-hidden">
        {description}
      </span>
      <div className="bar-chart-plot">
        <svg className="bar-axis" width="64" height={height} aria-hidden>
          {axis.ticks.map((tick) => (
            <text key={tick} x="56" y={y(tick) + 4} textAnchor="end">
              {tickText(tick)}
            </text>
          ))}
        </svg>
        <svg className="bar-area" width="100%" height={height} onKeyDown={onKey}>
          {axis.ticks.map((tick) => (
            <line key={tick} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} data-zero={tick === 0 || undefined} />
          ))}
          {bars.map((bar, at) => (
            <svg key={bar.key} x={`${at * width}%`} width={`${width}%`} height={height} overflow="visible">
              <g
                className="bar-slot"
                role="img"
                aria-label={bar.inWords}
                tabIndex={at === Math.min(stop, bars.length - 1) ? 0 : -1}
                onFocus={() => (setStop(at), setChosen(bar.key))}
                onBlur={() => setChosen(undefined)}
                onPointerEnter={() => setChosen(bar.key)}
                onPointerLeave={() => setChosen(undefined)}
              >
                <rect className="bar-hit" width="100%" height={plot.top + plot.height} />
                {bar.parts.map(({ kind, value }, part) => {
                  const { from, to } = stacks[at]![part]!
                  return (
                    value !== 0 && (
                      <rect
                        key={kind}
                        className="bar-part"
                        data-type={kind}
                        x="50%"
                        y={y(to)}
                        height={Math.max(1, y(from) - y(to))}
                      />
                    )
                  )
                })}
                {hasNames && (
                  <text
                    x="50%"
                    y={height - 4}
                    textAnchor="middle"
                    data-even={at % 2 === 1 || undefined}
                    data-third={at % 3 === 0 || undefined}
                  >
                    {bar.name}
                  </text>
                )}
              </g>
            </svg>
          ))}
        </svg>
      </div>
      {below}
      <p className="bar-said caption muted figures" aria-hidden>
        {bars.find((bar) => bar.key === chosen)?.inWords ?? description}
      </p>
    </div>
  )
}

/** The bar that a key moves to; undefined for any other key. */
function targetOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowLeft') return Math.max(0, at - 1)
  if (key === 'ArrowRight') return Math.min(count - 1, at + 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
