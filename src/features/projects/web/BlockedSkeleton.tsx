import './projects.css'
import '#web/table/toolbar/filter-dash.css'

/** In the place of what is counted of all that match, until it is. */
export function BlockedSkeleton() {
  return (
    <div className="blocked-line" aria-busy>
      <span className="filter-dash" aria-hidden />
    </div>
  )
}
