import { Callout } from '../ui/Callout.tsx'
import { IconUserCheck } from '../ui/icons.ts'

/** Shown before the click: the sum above which a second person must approve (design: money §1). */
export function SecondPersonCallout({ children }: { children: string }) {
  return (
    <Callout tone="warning" icon={IconUserCheck}>
      {children}
    </Callout>
  )
}
