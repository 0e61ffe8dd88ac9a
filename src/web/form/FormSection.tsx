import { type ReactNode, useId } from 'react'
import './form.css'

/** Heading and hint left, fields right (above each other below 1200 px). Put fields into a `.fields` grid. */
export function FormSection({
  title,
  hint,
  children,
}: {
  title: string
  hint?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="form-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {hint && <p>{hint}</p>}
      </header>
      <div className="stack">{children}</div>
    </section>
  )
}
