import { Link } from '@tanstack/react-router'
import './ui.css'

type TabsProps = { label: string; tabs: readonly { to: string; text: string }[]; look?: 'tabs' | 'segmented' }

/** Tabs that are pages of their own: each is a link, the current one says so. */
export function Tabs({ label, tabs, look = 'tabs' }: TabsProps) {
  return (
    <nav className={look} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to as '/'} activeOptions={{ exact: true, includeSearch: false }}>
          {tab.text}
        </Link>
      ))}
    </nav>
  )
}

type SegmentedProps<V extends string> = {
  label: string
  value: V
  options: readonly { value: V; text: string }[]
  onChange: (value: V) => void
}

/** A choice of two to five that takes effect at once. */
export function Segmented<V extends string>({ label, value, options, onChange }: SegmentedProps<V>) {
  return (
    <div className="segmented" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  )
}
