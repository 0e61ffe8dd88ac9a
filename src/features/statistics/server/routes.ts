import { Readable } from 'node:stream'
import { type Day, showDay, showInstant } from '#shared/dates.ts'
import { monthName } from '#shared/periods.ts'
import { mediaTypes } from '#shared/route.ts'
import { FileReply, implement } from '#server/routes/implement.ts'
import { fullNameWithUsername } from '#server/auth/session.ts'
import { text } from '#server/base/texts.ts'
import { writeXlsx } from '#server/formats/xlsx.ts'
import { chartTypes, fundingTypes } from '#features/ledger/funding-types.ts'
import { statistics } from '../contract.ts'
import { figureNames } from '../rules.ts'
import { datevBatch } from './datev.ts'
import { decisionTimesOf } from './decisions.ts'
import type { FigurePeriod } from './kept-cells.ts'
import { rowsOf, statisticsOf } from './queries.ts'

type Period = { date_from?: string | undefined; date_to?: string | undefined; as_of?: string | undefined }

/** The requested period; by default the current year up to today. */
function requestedPeriod({ date_from, date_to, as_of }: Period, today: Day): FigurePeriod {
  const to = date_to ?? (date_from && date_from > today ? date_from : today)
  const from = date_from ?? `${to.slice(0, 4)}-01-01`
  return { from, to, as_of: as_of ?? null }
}

export const statisticsRoutes = implement(statistics, {
  read: async ({ reader, query, locale, today }) => {
    const asked = requestedPeriod(query, today)
    return {
      date_from: asked.from,
      date_to: asked.to,
      as_of: asked.as_of,
      ...(await statisticsOf(reader, asked, query.group_by, locale)),
    }
  },

  rows: ({ reader, query, locale, today }) =>
    rowsOf(reader, { ...query, ...requestedPeriod(query, today) }, query, locale),

  export: async ({ reader, query, locale, user, now, today }) => {
    const asked = requestedPeriod(query, today)
    const { totals, series } = await statisticsOf(reader, asked, query.group_by, locale)
    const counted = ['projects', 'organizations', 'donors'] as const
    const figures = (row: typeof totals) => [
      ...figureNames.map((name) => row[`${name}_cents`]),
      ...counted.map((name) => row[name]),
    ]
    // By month, includes the chart's data: allocated sums per type.
    const types = query.group_by === 'month' ? chartTypes : []
    const allocated = text(locale, 'statistics.figures.allocated')
    const span = text(locale, 'statistics.span', { from: showDay(asked.from), to: showDay(asked.to) })
    const name = text(locale, 'statistics.title')
    const book = writeXlsx({
      sheets: [
        {
          name,
          columns: [
            { header: text(locale, `statistics.by.${query.group_by}`), kind: 'text', width: 40 },
            { header: text(locale, 'columns.funding_type'), kind: 'text', width: 24 },
            ...figureNames.map((one) => ({
              header: text(locale, `statistics.figures.${one}`),
              kind: 'money_cents' as const,
            })),
            ...counted.map((one) => ({
              header: text(locale, `statistics.figures.${one}`),
              kind: 'integer' as const,
            })),
            ...types.map((type) => ({
              header: `${allocated} · ${text(locale, fundingTypes[type].text)}`,
              kind: 'money_cents' as const,
            })),
          ],
          rows: [
            ...series.map((row) => [
              row.title,
              row.funding_type?.display ?? null,
              ...figures(row),
              ...types.map((type) => row.by_type![type]),
            ]),
            [
              text(locale, 'statistics.all'),
              null,
              ...figures(totals),
              ...types.map((type) => series.reduce((sum, row) => sum + row.by_type![type], 0)),
            ],
          ],
        },
      ],
      about: {
        name: text(locale, 'exports.about'),
        rows: () => [
          [text(locale, 'statistics.period'), span],
          [
            text(locale, 'statistics.as_of'),
            asked.as_of ? showDay(asked.as_of) : text(locale, 'statistics.today'),
          ],
          [text(locale, 'exports.time'), showInstant(now)],
          [text(locale, 'exports.person'), fullNameWithUsername(user)],
        ],
      },
    })
    return new FileReply(Readable.from(book), mediaTypes.xlsx, `${name} ${asked.from} ${asked.to}.xlsx`)
  },

  decisions: async ({ reader, query, today }) => {
    const { from, to } = requestedPeriod(query, today)
    return { date_from: from, date_to: to, ...(await decisionTimesOf(reader, { from, to })) }
  },

  decisionsExport: async ({ reader, query, locale, user, now, today }) => {
    const { from, to } = requestedPeriod(query, today)
    const { months, ...all } = await decisionTimesOf(reader, { from, to })
    const name = text(locale, 'statistics.decisions')
    const cells = (row: typeof all) => [row.decisions, row.half_days, row.most_days]
    const book = writeXlsx({
      sheets: [
        {
          name,
          columns: [
            { header: text(locale, 'statistics.headings.month'), kind: 'text', width: 24 },
            ...(['decided', 'half_days', 'most_days'] as const).map((key) => ({
              header: text(locale, `statistics.decision.${key}`),
              kind: 'integer' as const,
              width: 28,
            })),
          ],
          rows: [
            ...months.map((row) => [monthName(row.month, locale, 'with year'), ...cells(row)]),
            [text(locale, 'statistics.all'), ...cells(all)],
          ],
        },
      ],
      about: {
        name: text(locale, 'exports.about'),
        rows: () => [
          [
            text(locale, 'statistics.period'),
            text(locale, 'statistics.span', { from: showDay(from), to: showDay(to) }),
          ],
          [text(locale, 'exports.time'), showInstant(now)],
          [text(locale, 'exports.person'), fullNameWithUsername(user)],
        ],
      },
    })
    return new FileReply(Readable.from(book), mediaTypes.xlsx, `${name} ${from} ${to}.xlsx`)
  },

  datev: async ({ reader, query, now }) =>
    new FileReply(
      await datevBatch(reader, query.month, query, now),
      'text/csv; charset=windows-1252',
      `EXTF_Buchungsstapel_${query.month}.csv`,
    ),
})
