import { type ReactNode, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatInteger } from '#shared/money.ts'
import { q } from '#web/api.ts'
import { useBreakpoint, useIsMobile } from '#web/theme.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconAlertTriangle, IconCheck, IconChevronDown } from '#web/ui/icons.ts'
import { IconListDetails } from '#web/ui/lazy-icons.ts'
import { Pager } from '#web/table/toolbar/Pager.tsx'
import type { Repair } from '../repair.ts'
import { canRepair, type Import } from './data.ts'
import { CopyAsMail } from '#web/files/CopyAsMail.tsx'
import { FindReplace } from './FindReplace.tsx'
import type { Search } from './search-matches.ts'
import { RepairGrid } from './RepairGrid.tsx'
import { removeRepair, removeLastRepair } from './repairs.ts'
import { RowByRow } from './RowByRow.tsx'
import { SignsPart } from './SignsPart.tsx'
import type { RepairImport } from './types.ts'
import { useCommandKey } from './useCommandKey.ts'

type Problem = { field: string; code: string }
/** Filters of the grid: one problem, all refused rows, repaired ones, or all rows. */
const kinds = ['refused', 'repaired', 'all'] as const
type RepairView = Problem | (typeof kinds)[number]
type Props = {
  data: Import
  onRepair: RepairImport
}
type SectionProps = Props & {
  /** Open questions on the file, and the part that is left out. */
  questions: ReactNode
  outside: ReactNode
}

/**
 * A grid of rows by problem, refused or all, with editable cells, replacement in the whole file, and undo for each
 * repair.
 */
export function RepairSection({ data, onRepair, questions, outside }: SectionProps) {
  const t = useText()
  const [chosen, setShown] = useState<RepairView>()
  const [search, setSearch] = useState<Search>({ find: '', column: null })
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(50)
  const { counts, repairs } = data
  const mobile = useIsMobile()
  const isWide = useBreakpoint() === 'wide'
  const showing = availableView(chosen, counts)
  const query = {
    page,
    page_size: size,
    ...(typeof showing === 'string'
      ? { of: showing }
      : { field: showing.field as 'row', code: showing.code as 'missing' }),
  }
  const rows = useQuery({
    ...q('GET /api/v4/imports/:id/rows/', { params: { id: data.id }, query }),
    // Keeps the previous rows on screen while others load.
    enabled: counts !== null,
    placeholderData: keepPreviousData,
  })
  const add = (repair: Repair) => onRepair((now) => [...now, repair])
  const choose = (next: RepairView) => {
    setShown(next)
    setPage(1)
  }
  const undoLast = () => void onRepair(removeLastRepair())
  useCommandKey('z', data.can_change && repairs.length > 0, undoLast)
  const shown = rows.data
  return (
    <section aria-label={t('imports.views.repair')} className="import-repair">
      <Side isWide={isWide}>
        <div className="import-questions">{questions}</div>
        <div className="import-problems">
          <h2 id="problems">
            {t('imports.problems')}{' '}
            {counts && (
              <span className="figures muted small">{t('imports.row_count', { count: counts.refused })}</span>
            )}
          </h2>
          {counts && <Problems counts={counts} chosen={showing} onChoose={choose} />}
          {counts && counts.refused_by.length > 0 && (
            <CopyAsMail
              filename={data.filename}
              reasons={counts.refused_by.map(({ text, rows }) =>
                t('imports.mail_reason', { text, count: rows }),
              )}
              to="organization"
            />
          )}
          <Repaired data={data} onRepair={onRepair} />
          {outside}
          {data.recipe.can_keep && data.options.keep_as !== null && data.can_change && (
            <p className="small muted">{t('imports.recipe_is_kept')}</p>
          )}
        </div>
      </Side>
      <div className="import-mending">
        <SignsPart data={data} rows={shown?.results ?? []} onReplace={() => add({ kind: 'signs' })} />
        {mobile ? (
          canRepair(data) && (
            <details className="import-find">
              <summary>{t('imports.find_and_replace')}</summary>
              <FindReplace data={data} onReplace={add} onSearch={setSearch} />
            </details>
          )
        ) : (
          <FindReplace data={data} onReplace={add} onSearch={setSearch} />
        )}
        {counts?.refused === 0 && <p className="muted">{t('imports.nothing_refused')}</p>}
        {shown && shown.count > 0 && (
          <>
            {mobile ? (
              <RowByRow key={page} data={data} rows={shown.results} onEdit={add} />
            ) : (
              <RepairGrid
                data={data}
                rows={shown.results}
                first={(page - 1) * size}
                count={shown.count}
                search={search}
                onEdit={add}
              />
            )}
            <Pager
              page={page}
              pages={shown.total_pages}
              pageSize={size}
              count={shown.count}
              onPage={setPage}
              onPageSize={(next) => {
                setSize(next)
                setPage(1)
              }}
              onAim={() => undefined}
            />
          </>
        )}
      </div>
    </section>
  )
}

/** The chosen filter, or a fallback once its rows are repaired: all refused rows, and without any, all rows. */
function availableView(chosen: RepairView | undefined, counts: Import['counts']): RepairView {
  const isThere = (problem: Problem) =>
    counts === null ||
    counts.refused_by.some((one) => one.field === problem.field && one.code === problem.code)
  if (typeof chosen === 'object' && isThere(chosen)) return chosen
  if (chosen === 'repaired' && (counts === null || counts.repaired > 0)) return chosen
  return chosen === 'all' || counts?.refused === 0 ? 'all' : 'refused'
}

/** Questions and problems left of the rows; on narrower screens a foldable section above them. */
function Side({ isWide, children }: { isWide: boolean; children: ReactNode }) {
  const t = useText()
  if (isWide) return <div className="import-side">{children}</div>
  return (
    <details className="import-side" open>
      <summary>
        <span>{t('imports.questions_and_problems')}</span>
        <IconChevronDown size={18} stroke={1.8} aria-hidden />
      </summary>
      <div className="import-side-body">{children}</div>
    </details>
  )
}

type ProblemsProps = {
  counts: NonNullable<Import['counts']>
  chosen: RepairView
  onChoose: (shown: RepairView) => void
}

function Problems({ counts, chosen, onChoose }: ProblemsProps) {
  const t = useText()
  const isChosen = (one: Problem) =>
    typeof chosen !== 'string' && one.field === chosen.field && one.code === chosen.code
  const others = { refused: counts.refused, repaired: counts.repaired, all: counts.rows }
  return (
    <ul>
      {counts.refused_by.map((one) => (
        <li key={`${one.field} ${one.code}`}>
          <Kind kind="refused" rows={one.rows} pressed={isChosen(one)} onChoose={() => onChoose(one)}>
            {one.text}
          </Kind>
        </li>
      ))}
      {kinds
        .filter((which) => which === 'all' || others[which] > 0)
        .map((which) => (
          <li key={which}>
            <Kind
              kind={which}
              rows={others[which]}
              pressed={chosen === which}
              onChoose={() => onChoose(which)}
            >
              {t(kindTexts[which])}
            </Kind>
          </li>
        ))}
    </ul>
  )
}

const kindTexts = {
  refused: 'imports.all_problems',
  repaired: 'imports.repaired',
  all: 'imports.all_rows',
} as const
const kindIcons = { refused: IconAlertTriangle, repaired: IconCheck, all: IconListDetails }

type KindProps = {
  kind: (typeof kinds)[number]
  rows: number
  pressed: boolean
  onChoose: () => void
  children: ReactNode
}

function Kind({ kind, rows, pressed, onChoose, children }: KindProps) {
  const locale = useLocale()
  const Icon = kindIcons[kind]
  return (
    <button type="button" data-kind={kind} aria-pressed={pressed} onClick={onChoose}>
      <Icon size={18} stroke={1.8} aria-hidden />
      <span>{children}</span>
      <span className="figures strong">{formatInteger(rows, locale)}</span>
    </button>
  )
}

function Repaired({ data, onRepair }: Props) {
  const t = useText()
  const { repairs } = data
  if (repairs.length === 0) return null
  const said = (repair: Repair) => {
    if (repair.kind === 'signs') return t('imports.signs')
    if (repair.kind === 'cell') return t('imports.repaired_cell', { line: repair.line, text: repair.text })
    return t('imports.repaired_replace', { find: repair.find, text: repair.text })
  }
  return (
    <>
      <h3>{t('imports.mended')}</h3>
      <ul>
        {repairs.map((repair, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a repair is identified by its index
          <li key={at} className="import-repaired">
            <span>{said(repair)}</span>
            {data.can_change && (
              <Button
                size="sm"
                aria-label={`${t('imports.undo_repair')}: ${said(repair)}`}
                onClick={() => void onRepair((now) => removeRepair(now, repair, at))}
              >
                {t('imports.undo_repair')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
