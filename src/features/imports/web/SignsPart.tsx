import { useState } from 'react'
import { formatInteger } from '#shared/money.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { IconChevronLeft, IconChevronRight } from '#web/ui/icons.ts'
import { originalOf, restoreSigns, signsIn } from '../repair.ts'
import { CellText } from './CellText.tsx'
import type { Import } from './data.ts'
import type { ProblemRow } from './types.ts'
import { codeOf, kindOfSign } from './signs.ts'

type Props = { data: Import; rows: readonly ProblemRow[]; onReplace: () => Promise<boolean> }

/** Invisible characters: their kind, replacement and number of places, and a real row before and after. */
export function SignsPart({ data, rows, onReplace }: Props) {
  const t = useText()
  const locale = useLocale()
  const signs = Object.entries(data.counts?.signs ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (signs.length === 0) return null
  const certain = signs.reduce((sum, [sign, places]) => sum + (becomes(sign) ? places : 0), 0)
  return (
    <section aria-labelledby="signs" className="import-signs">
      <div className="import-signs-head">
        <h3 id="signs">{t('imports.signs')}</h3>
        {certain > 0 && data.can_change && (
          <Button variant="primary" onClick={() => void onReplace()}>
            {t('imports.replace_signs', { n: formatInteger(certain, locale) })}
          </Button>
        )}
      </div>
      <div className="import-signs-body">
        <table className="simple-table">
          <thead>
            <tr>
              <th scope="col">{t('imports.sign')}</th>
              <th scope="col">{t('imports.what_it_is')}</th>
              <th scope="col">{t('imports.sign_becomes')}</th>
              <th scope="col" className="end">
                {t('imports.places')}
              </th>
            </tr>
          </thead>
          <tbody>
            {signs.map(([sign, places]) => (
              <tr key={sign}>
                <th scope="row">
                  <code className="import-sign">{codeOf(sign)}</code>
                </th>
                <td>{t(`imports.sign_kinds.${kindOfSign(sign)}`)}</td>
                <td>{becomes(sign) ?? t('imports.by_hand')}</td>
                <td className="end figures">{formatInteger(places, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Example rows={rows} />
      </div>
    </section>
  )
}

const becomes = (sign: string) => (sign > '\u009F' ? undefined : originalOf(sign))

function Example({ rows }: { rows: readonly ProblemRow[] }) {
  const t = useText()
  const [at, setAt] = useState(0)
  const examples = rows.flatMap(({ line, cells }) => {
    const text = cells.map(String).find((cell) => signsIn(cell).length > 0 && restoreSigns(cell) !== cell)
    return text === undefined ? [] : [{ line, text }]
  })
  const here = Math.min(at, examples.length - 1)
  const example = examples[here]
  if (!example) return null
  return (
    <div className="import-example">
      <dl>
        <dt>{t('imports.line')}</dt>
        <dd className="figures">{example.line}</dd>
        <dt>{t('imports.before_after')}</dt>
        <dd>
          <CellText text={example.text} />
        </dd>
        <dt>{t('imports.after')}</dt>
        <dd>
          <CellText text={restoreSigns(example.text)} />
        </dd>
      </dl>
      {examples.length > 1 && (
        <div>
          <IconButton
            icon={IconChevronLeft}
            label={t('imports.row_before')}
            disabled={here === 0}
            onClick={() => setAt(here - 1)}
          />
          <IconButton
            icon={IconChevronRight}
            label={t('imports.row_after')}
            disabled={here === examples.length - 1}
            onClick={() => setAt(here + 1)}
          />
        </div>
      )}
    </div>
  )
}
