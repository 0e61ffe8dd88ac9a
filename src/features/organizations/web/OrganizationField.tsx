import { RecordField, type RecordFieldProps } from '#web/record/RecordField.tsx'

/** Selects one organization; the value is its slug. */
export function OrganizationField(props: RecordFieldProps) {
  return <RecordField {...props} route="GET /api/v4/organizations/minimal-list/" />
}
