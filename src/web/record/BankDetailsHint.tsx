import { Callout } from '../ui/Callout.tsx'
import { useWarning } from './second-person.ts'

/** Said before Save, while other bank details are typed: from which sum on a second person is asked. */
export function BankDetailsHint({ changed }: { changed: boolean }) {
  const warning = useWarning(changed ? 'bank_details' : undefined)
  return warning && <Callout tone="warning">{warning}</Callout>
}
