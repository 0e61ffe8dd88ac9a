import { IconUserCheck } from '../ui/icons.ts'
import '../ui/ui.css'

/** Said before the click: from which sum on a second person approves (design: money §1). */
export function SecondPersonCallout({ children }: { children: string }) {
  return (
    <div className="callout" data-tone="warning">
      <IconUserCheck size={18} stroke={1.8} aria-hidden />
      <div className="callout-body">{children}</div>
    </div>
  )
}
