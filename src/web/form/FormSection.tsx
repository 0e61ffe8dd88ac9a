import { type ReactNode, useId } from 'react'
import './form.css'

/** Heading and hint on the left, fields on the right (stacked below 1200 px). Put fields into a `.fields` grid. */
export function FormSection({
  anchor,
  title,
  hint,
  children,
}: {
  /** Its fragment in the address: `#dates`. */
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
