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
import { blocksOf } from './blocks.ts'
import { addressOf, type RowsFilter, withoutRows } from './search.ts'
import '#web/ui/chart-legend.css'
import '#web/table/list/table.css'

type Search = Readonly<Record<string, string>>
type GroupTableProps = { groups: Statistics; group: Grouping; search: Search }

/**
 * Figures per company, funding type, organization or month; each links to its rows. A company with several funding
 * types gets one heading with its sum. Bars show the figure that the table is sorted by.
 */
export function GroupTable({ groups, group, search }: GroupTableProps) {
  const t = useText()
  const [sort, setSort] = useState<FigureName>()
  const withTypes = group === 'company'
  const blocks = blocksOf(groups, sort)
  const measured = sort ?? 'allocated'
  const most = Math.max(0, ...blocks.map(({ sum }) => sum[`${measured}_cents`]))
  const row = { group, search, measured, most }
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
          {blocks.map(({ sum, parts }) => (
            <tbody key={sum.key}>
              <Row {...row} of={sum} hasParts={parts.length > 0} />
              {parts.map((part) => (
                <Row key={part.funding_type?.choice} {...row} of={part} isPart />
              ))}
            </tbody>
          ))}
          <tfoot>
            <tr className="sum">
              <th scope="row">{t('statistics.all')}</th>
              {withTypes && <td />}
              <Projects count={groups.totals.projects} isEachOnce />
              {figureNames.map((figure) => (
                <td key={figure} className="end">
                  <Cents cents={groups.totals[`${figure}_cents`]} href={addressOf(search, { figure })} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  )
}

type RowProps = {
  of: Group
  group: Grouping
  search: Search
  /** The figure shown with a bar, and its largest value in cents, which fills the cell. */
  measured: FigureName
  most: number
  /** True for one funding type of the group above. */
  isPart?: boolean
  /** True when its funding types follow below. */
  hasParts?: boolean
}

function Row({ of, group, search, measured, most, isPart = false, hasParts = false }: RowProps) {
  const t = useText()
  const locale = useLocale()
  const asked: Omit<RowsFilter, 'figure'> = {
    [group]: of.key,
    ...(of.funding_type && { funding_type: String(of.funding_type.choice) }),
  }
  const type = of.funding_type && (
    <>
      <span className="swatch" data-type={of.funding_type.choice} aria-hidden /> {of.funding_type.display}
    </>
  )
  return (
    <tr data-part={isPart || undefined}>
      {isPart ? (
        <>
          <td />
          <th scope="row" className="nowrap">
            {type}
          </th>
        </>
      ) : (
        <>
          <th scope={hasParts ? 'rowgroup' : 'row'}>
            {group === 'month' ? monthName(of.key, locale, 'with year') : of.title}
          </th>
          {group === 'company' && (
            <td className="nowrap">{type ?? <span className="muted">{t('statistics.all_types')}</span>}</td>
          )}
        </>
      )}
      <Projects count={of.projects} isEachOnce={hasParts} />
      {figureNames.map((figure) => {
        const cents = of[`${figure}_cents`]
        return (
          <td key={figure} className="end">
            <Cents cents={cents} href={addressOf(search, { figure, ...asked })} />
            {figure === measured && most > 0 && (
              <svg className="cell-bar" width="100%" height="4" aria-hidden>
                <rect width={`${(Math.max(0, cents) / most) * 100}%`} height="4" rx="2" />
              </svg>
            )}
          </td>
        )
      })}
    </tr>
  )
}

function Projects({ count, isEachOnce = false }: { count: number; isEachOnce?: boolean }) {
  const t = useText()
  const locale = useLocale()
  return (
    <td className="end nowrap">
      {isEachOnce && <span className="caption muted">{t('statistics.each_once')}</span>}{' '}
      {formatInteger(count, locale)}
    </td>
  )
}

/** Cents as a link to the rows behind them; no link when there are none. */
function Cents({ cents, href }: { cents: number; href: ReturnType<typeof addressOf> }) {
  const locale = useLocale()
  if (cents === 0) return '–'
  return (
    <PageLink className="figure-link" href={href}>
      {formatEuro(cents, locale)}
    </PageLink>
  )
}
