import { useWarning } from './second-person.ts'
import { SecondPersonCallout } from './SecondPersonCallout.tsx'

/** Said before Save, while other bank details are typed: from which sum on a second person is asked. */
export function BankDetailsHint({ changed }: { changed: boolean }) {
  const warning = useWarning(changed ? 'bank_details' : undefined)
  return warning && <SecondPersonCallout>{warning}</SecondPersonCallout>
}
