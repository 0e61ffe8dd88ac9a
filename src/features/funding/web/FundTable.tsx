import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { type Cents, MoneyField } from '#web/form/MoneyField.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { IconAlertTriangle } from '#web/ui/icons.ts'
import type { FundingPreview } from '../contract.ts'

type FundTableProps = {
  projects: readonly FundingPreview[]
  /** Keyed by slug; only projects that can take money. */
  amounts: ReadonlyMap<string, Cents>
  isLocked: boolean
  onChange: (slug: string, cents: Cents) => void
}

/** Marks a value that does not apply (design/money.md §1). */
const nothing = '–'

/** Each project's need, amount and remaining need; the reasons for the excluded ones. */
export function FundTable({ projects, amounts, isLocked, onChange }: FundTableProps) {
  const t = useText()
  const locale = useLocale()
  const euro = (cents: number) => formatEuro(cents, locale)
  const fundable = projects.filter((project) => project.fundable)
  const needed = fundable.reduce((sum, project) => sum + project.missing_cents, 0)
  const sum = [...amounts.values()].reduce<number>((all, one) => all + (one || 0), 0)
  const headings = {
    needed: t('funding.still_needed'),
    amount: t('funding.amount'),
    after: t('funding.needed_after'),
  }
  return (
    <div className="fund-table" data-scrolls={projects.length > 8 || undefined}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('columns.project')}</th>
            <th scope="col">{headings.needed}</th>
            <th scope="col">{headings.amount}</th>
            <th scope="col">{headings.after}</th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <tr key={project.slug} data-left-out={!project.fundable || undefined}>
              <th scope="row">
                <span className="strong">{visible(project.title)}</span>
                {project.fundable ? (
                  <span className="caption muted">{visible(project.organization.title)}</span>
                ) : (
                  <Reasons project={project} />
                )}
              </th>
              {project.fundable ? (
                <Amounts
                  project={project}
                  headings={headings}
                  cents={amounts.get(project.slug) ?? null}
                  isLocked={isLocked}
                  onChange={(cents) => onChange(project.slug, cents)}
                />
              ) : (
                <>
                  <td />
                  <td className="muted">{t('funding.left_out')}</td>
                  <td className="muted">{nothing}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
        {fundable.length > 0 && (
          <tfoot>
            <tr>
              <th scope="row">{t('funding.projects', { count: fundable.length })}</th>
              <td data-label={headings.needed}>{euro(needed)}</td>
              <td data-label={headings.amount}>{euro(sum)}</td>
              <td data-label={headings.after}>{euro(Math.max(0, needed - sum))}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

type AmountsProps = {
  project: FundingPreview
  headings: { needed: string; amount: string; after: string }
  cents: Cents
  isLocked: boolean
  onChange: (cents: Cents) => void
}

function Amounts({ project, headings, cents, isLocked, onChange }: AmountsProps) {
  const t = useText()
  const locale = useLocale()
  const { missing_cents } = project
  const after = missing_cents - (cents || 0)
  return (
    <>
      <td data-label={headings.needed}>{formatEuro(missing_cents, locale)}</td>
      <td data-label={headings.amount}>
        <MoneyField
          name={`amount.${project.slug}`}
          label={t('funding.amount_of', { title: project.title })}
          className="fund-amount"
          disabled={isLocked}
          value={cents}
          error={
            after < 0 ? t('funding.at_most_needed', { amount: formatEuro(missing_cents, locale) }) : undefined
          }
          onChange={onChange}
        />
      </td>
      <td data-label={headings.after}>{after < 0 ? nothing : formatEuro(after, locale)}</td>
    </>
  )
}

// The dialog stays open; links to a fix open in a new tab.
function Reasons({ project }: { project: FundingPreview }) {
  return (
    <span className="fund-reasons caption">
      <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
      <span>
        {project.reasons.map(({ code, text, link }) => (
          <a key={code} href={link} target="_blank" rel="noreferrer">
            {text}
          </a>
        ))}
      </span>
    </span>
  )
}
