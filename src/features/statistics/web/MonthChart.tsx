import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { intlTag } from '#shared/messages.ts'
import { useLocale } from '#web/texts.ts'
import { chartTypes } from '#features/ledger/funding-types.ts'
import type { MonthAmounts } from './months.ts'

/** Stacked bars per month, on an axis of round steps. A picture only: the months beneath are links that say the amounts. */
export function MonthChart({ months }: { months: MonthAmounts[] }) {
  const locale = useLocale()
  const compact = new Intl.NumberFormat(intlTag[locale], { notation: 'compact' })
  return (
    <div className="statistics-chart" aria-hidden>
      <ResponsiveContainer width="100%" height={220}>
        <BarChart
          data={months}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
          accessibilityLayer={false}
          stackOffset="sign"
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="name" hide />
          <YAxis
            width={52}
            niceTicks="snap125"
            axisLine={false}
            tickLine={false}
            tick={{ fill: 'var(--text-2)', fontSize: 12 }}
            tickFormatter={(cents: number) => compact.format(cents / 100)}
          />
          {chartTypes.map((type) => (
            <Bar
              key={type}
              dataKey={String(type)}
              stackId="month"
              fill={`var(--type-${type})`}
              stroke="var(--surface)"
              isAnimationActive={false}
              maxBarSize={28}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
