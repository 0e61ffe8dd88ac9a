import { formatInteger } from '#shared/money.ts'
import { useLocale } from '#web/texts.ts'

/** Counts side by side; a dash of the same width while they load. */
export function Figures({ items }: { items: readonly (readonly [string, number | undefined, string?])[] }) {
  const locale = useLocale()
  return (
    <dl className="bulk-figures">
      {items.map(([label, count, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figures">
            {count === undefined ? <span className="muted">–</span> : formatInteger(count, locale)}
            {note && <span className="caption muted"> {note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
