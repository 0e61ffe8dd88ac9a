import { forbidden } from '#server/base/errors.ts'
import { can, type Holder } from '#shared/permissions.ts'
import { fieldRights } from '../record-fields.ts'
import { isMapped } from '../columns/evidence.ts'
import type { ImportField } from '../columns/fields.ts'
import type { Mapping } from '../columns/mapping.ts'

const guarded = Object.keys(fieldRights) as ImportField[]
const isHeld = (holder: Holder, field: ImportField) =>
  fieldRights[field] === undefined || can(holder, fieldRights[field])

/** A mapping without the fields that the person may not bring in: their columns are not imported. */
export function withoutUnheld(mapping: Mapping, holder: Holder): Mapping {
  const held = <T extends object>(by: T): T =>
    Object.fromEntries(Object.entries(by).filter(([field]) => isHeld(holder, field as ImportField))) as T
  return {
    ...mapping,
    columns: held(mapping.columns),
    ...(mapping.values && { values: held(mapping.values) }),
    ...(mapping.reasons && { reasons: held(mapping.reasons) }),
  }
}

/** 403 with the right that is lacking for one of these fields. */
export function refuseUnheld(fields: readonly ImportField[], holder: Holder): void {
  for (const field of fields) if (!isHeld(holder, field)) throw forbidden(fieldRights[field]!)
}

/** 403 where a mapping, by whomever, brings in what the person may not. */
export function refuseUnheldMapping(mapping: Mapping, holder: Holder): void {
  refuseUnheld(
    guarded.filter((field) => isMapped(mapping, field)),
    holder,
  )
}
