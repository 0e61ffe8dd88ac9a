import { type ReactNode, useId } from 'react'
import './form.css'

/** Heading and hint left, fields right (above each other below 1200 px). Put fields into a `.fields` grid. */
export function FormSection({
  anchor,
  title,
  hint,
  children,
}: {
  /** The part of an address that leads here: `#dates`. */
  anchor?: string
  title: string
  hint?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section id={anchor} className="form-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {hint && <p>{hint}</p>}
      </header>
      <div className="stack">{children}</div>
    </section>
  )
}
