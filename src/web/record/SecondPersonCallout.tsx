import { Callout } from '../ui/Callout.tsx'
import { IconUserCheck } from '../ui/icons.ts'

/** Said before the click: from which sum on a second person approves (design: money §1). */
export function SecondPersonCallout({ children }: { children: string }) {
  return (
    <Callout tone="warning" icon={IconUserCheck}>
      {children}
    </Callout>
  )
}
