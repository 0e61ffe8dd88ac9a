import { dash } from '#shared/labels.ts'
import { visible } from '#shared/visible.ts'
import { Facts } from '#web/record/Facts.tsx'
import { useText } from '#web/texts.ts'
import type { OrganizationDetail } from '../contract.ts'
import { fieldLabels, valueInWords } from './labels.ts'
import { Validity } from './OrganizationFields.tsx'
import { type OrganizationValues, valuesOf } from './values.ts'

type Key = keyof OrganizationValues

const wide: readonly Key[] = ['description', 'exemption_purposes']

/** An organization to read. */
export function OrganizationRecord({ organization }: { organization: OrganizationDetail }) {
  const t = useText()
  const names = fieldLabels(t)
  const values = valuesOf(organization)
  const facts = (...keys: Key[]) =>
    keys.map((key) => {
      const words = valueInWords(key, values[key], t)
      const value = wide.includes(key) ? (
        <span key={key} className="fact-wide">
          {visible(words) || dash}
        </span>
      ) : (
        words
      )
      return [names[key], value] as const
    })
  return (
    <Facts
      groups={[
        {
          anchor: 'basics',
          title: t('organizations.sections.basics'),
          facts: facts('email_contact', 'phone', 'category', 'website', 'description'),
        },
        {
          anchor: 'status',
          title: t('organizations.sections.status'),
          facts: [
            ...facts('status'),
            [names.internal_status, organization.internal_status?.label ?? ''],
            ...facts('needs_review', 'needs_voting_review'),
          ],
        },
        {
          anchor: 'address',
          title: t('organizations.sections.address'),
          facts: facts('street', 'postcode', 'city', 'country', 'register_number'),
        },
        {
          anchor: 'bank',
          title: t('organizations.sections.bank'),
          facts: facts('bank_account_holder', 'iban', 'bic'),
        },
        {
          anchor: 'exemption',
          title: t('organizations.sections.exemption'),
          above: <Validity saved={organization} />,
          facts: facts('exemption_kind', 'exemption_date', 'tax_office', 'tax_number', 'exemption_purposes'),
        },
      ]}
    />
  )
}
