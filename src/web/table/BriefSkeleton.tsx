import './brief-frame.css'

/** In the place of a list's rows on a phone, until they are there: more than a screen, as rows are. */
export function BriefSkeleton() {
  return (
    <ul className="cards" aria-hidden>
      {Array.from({ length: 12 }, (_row, at) => (
        <li key={at} className="list-card skeleton brief-skeleton">
          <span />
          <span />
        </li>
      ))}
    </ul>
  )
}

/** In the place of the menu beside search and filter. */
export function MenuSkeleton() {
  return <span className="menu-skeleton" aria-hidden />
}
