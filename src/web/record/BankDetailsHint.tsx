import { useSecondPersonWarning } from './second-person.ts'
import { SecondPersonCallout } from './SecondPersonCallout.tsx'

/** Shown before Save while bank details are being changed: the sum above which a second person is needed. */
export function BankDetailsHint({ changed }: { changed: boolean }) {
  const warning = useSecondPersonWarning(changed ? 'bank_details' : undefined)
  return warning && <SecondPersonCallout>{warning}</SecondPersonCallout>
}
