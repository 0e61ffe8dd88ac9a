import './projects.css'
import '#web/table/toolbar/filter-dash.css'

export function BlockedSkeleton() {
  return (
    <div className="blocked-line" aria-busy>
      <span className="filter-dash" aria-hidden />
    </div>
  )
}
