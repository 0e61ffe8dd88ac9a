import './brief-frame.css'

/** Placeholder for cards while rows load: more than a screen, as rows are. */
export function CardsSkeleton({ className = '' }) {
  return (
    <ul className="cards" aria-hidden>
      {Array.from({ length: 12 }, (_card, at) => (
        <li key={at} className={`list-card skeleton ${className}`}>
          <span />
          <span />
          <span />
        </li>
      ))}
    </ul>
  )
}

/** The same with two lines each. */
export const BriefSkeleton = () => <CardsSkeleton className="brief-skeleton" />

export function MenuSkeleton() {
  return <span className="menu-skeleton" aria-hidden />
}
