import { useState } from 'react'
import { formatEuro, formatInteger } from '#shared/money.ts'
import { monthName } from '#shared/periods.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { changeSearch } from '#web/router/navigate.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { IconArrowDown } from '#web/ui/icons.ts'
import type { Group, Statistics } from '../contract.ts'
import { figureNames, type FigureName, type Grouping, groupings } from '../rules.ts'
import { addressOf, type RowsAsked, withoutRows } from './search.ts'
import '#web/ui/chart-legend.css'
import '#web/table/table.css'

type GroupTableProps = { groups: Statistics; group: Grouping; search: Readonly<Record<string, string>> }

/** The figures per company, funding type, organization or month; every one opens the rows that make it up. */
export function GroupTable({ groups, group, search }: GroupTableProps) {
  const t = useText()
  const locale = useLocale()
  const [sort, setSort] = useState<FigureName>()
  const withTypes = group === 'company'
  const rows = sort
    ? groups.series.toSorted((a, b) => b[`${sort}_cents`] - a[`${sort}_cents`])
    : groups.series
  const partOf = (row: Group): Omit<RowsAsked, 'figure'> => ({
    [group]: row.key,
    ...(row.funding_type && { funding_type: String(row.funding_type.choice) }),
  })
  const cell = (cents: number, href: ReturnType<typeof addressOf>) =>
    cents === 0 ? (
      '–'
    ) : (
      <PageLink className="figure-link" href={href}>
        {formatEuro(cents, locale)}
      </PageLink>
    )
  return (
    <div className="card statistics-groups">
      <div className="statistics-head">
        <h2 id="statistics-groups">{t(`statistics.by.${group}`)}</h2>
        <span className="small muted">{t('statistics.every_figure')}</span>
        <SelectField
          name="group"
          label={t('statistics.group_by')}
          value={group}
          options={groupings.map((value) => ({ value, label: t(`statistics.by.${value}`) }))}
          onChange={(value) =>
            changeSearch((now) => ({ ...withoutRows(now), group: value }), { replace: true })
          }
        />
      </div>
      <div className="statistics-scroll" role="region" aria-labelledby="statistics-groups" tabIndex={0}>
        <table className="simple-table figures pinned">
          <thead>
            <tr>
              <th scope="col">{t(`statistics.headings.${group}`)}</th>
              {withTypes && <th scope="col">{t('columns.funding_type')}</th>}
              <th scope="col" className="end">
                {t('statistics.figures.projects')}
              </th>
              {figureNames.map((figure) => (
                <th
                  key={figure}
                  scope="col"
                  className="end"
                  aria-sort={sort === figure ? 'descending' : 'none'}
                >
                  <button
                    type="button"
                    className="sort"
                    data-sort={sort === figure ? 'descending' : 'none'}
                    onClick={() => setSort(sort === figure ? undefined : figure)}
                  >
                    {t(`statistics.figures.${figure}`)}
                    <IconArrowDown size={14} stroke={1.8} aria-hidden />
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.key} ${row.funding_type?.choice ?? ''}`}>
                <th scope="row">{group === 'month' ? monthName(row.key, locale, 'with year') : row.title}</th>
                {withTypes && (
                  <td>
                    <span className="swatch" data-type={row.funding_type?.choice} aria-hidden />{' '}
                    {row.funding_type?.display}
                  </td>
                )}
                <td className="end">{formatInteger(row.projects, locale)}</td>
                {figureNames.map((figure) => (
                  <td key={figure} className="end">
                    {cell(row[`${figure}_cents`], addressOf(search, { figure, ...partOf(row) }))}
                  </td>
                ))}
              </tr>
            ))}
            <tr className="sum">
              <th scope="row">{t('statistics.all')}</th>
              {withTypes && <td />}
              <td className="end">
                <span className="caption muted">{t('statistics.each_once')}</span>{' '}
                {formatInteger(groups.totals.projects, locale)}
              </td>
              {figureNames.map((figure) => (
                <td key={figure} className="end">
                  {cell(groups.totals[`${figure}_cents`], addressOf(search, { figure }))}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  )
}
