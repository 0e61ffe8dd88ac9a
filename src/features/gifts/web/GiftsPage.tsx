import { useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { dayOf } from '#shared/dates.ts'
import { formatEuro, formatInteger } from '#shared/money.ts'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { ExportButton } from '#web/table/toolbar/ExportButton.tsx'
import { ListTable } from '#web/table/list/ListTable.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { giftCells } from '../cells.ts'
import type { GiftRow } from '../contract.ts'
import { giftList } from '../table.ts'
import '#web/table/list/list-sums.css'

const titleColumn = titleOf<GiftRow>(giftList, ({ project, organization }) => ({
  title: project.title,
  subtitle: organization.title,
  href: `/site-admin/project/${encodeURIComponent(project.slug)}/update/?tab=money` as PageAddress,
}))
const columns = columnsOf(giftList, giftCells)

export function GiftsPage() {
  const t = useText()
  const [options] = useState(yearsBack)
  return (
    <ListTable
      route="GET /api/v4/gifts/"
      declaration={giftList}
      title={t('nav.gifts')}
      titleColumn={titleColumn}
      columns={columns}
      options={options}
      rowKey={(row) => row.slug}
      searchText={t('gifts.search')}
      emptyText={t('gifts.none_yet')}
      emptyHint={t('gifts.none_hint')}
      noneMatchText={t('gifts.none_match')}
      actions={(handle) => <ExportButton route="GET /api/v4/gifts/export/" list={handle} />}
      below={(_, answer) => answer && <Sums {...answer} />}
    />
  )
}

const mostYears = 30

function yearsBack() {
  const thisYear = Number(dayOf(new Date()).slice(0, 4))
  const years = Array.from({ length: mostYears }, (_, n) => String(thisYear - n))
  return { year: years.map((year) => ({ value: year, label: year })) }
}

function Sums(answer: { count: number; sum_cents: number; standing_cents: number }) {
  const t = useText()
  const locale = useLocale()
  return (
    <dl className="list-sums figures">
      <div className="strong">
        <dt>{t('gifts.sum', { count: formatInteger(answer.count, locale) })}</dt>
        <dd>{formatEuro(answer.sum_cents, locale)}</dd>
      </div>
      <div>
        <dt>{t('gifts.sum_standing')}</dt>
        <dd>{formatEuro(answer.standing_cents, locale)}</dd>
      </div>
    </dl>
  )
}
