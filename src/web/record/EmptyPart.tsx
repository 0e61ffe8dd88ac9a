import type { ReactNode } from 'react'

type EmptyPartProps = {
  text: string
  /** How to create the first, or a hint about its future content: a sentence, or the one action. */
  children: ReactNode
}

/** A part of a record that holds nothing yet, and what to do next. */
export function EmptyPart({ text, children }: EmptyPartProps) {
  return (
    <div className="stack-s" data-nothing>
      <p className="small muted">{text}</p>
      {typeof children === 'string' ? <p className="caption muted">{children}</p> : children}
    </div>
  )
}
