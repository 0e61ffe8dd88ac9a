import { forbidden } from '#server/base/errors.ts'
import { can, type Holder } from '#shared/permissions.ts'
import { fieldRights } from '../record-fields.ts'
import { isMapped } from '../columns/evidence.ts'
import type { ImportField } from '../columns/fields.ts'
import type { Mapping } from '../columns/mapping.ts'

const guarded = Object.keys(fieldRights) as ImportField[]
const isHeld = (holder: Holder, field: ImportField) =>
  fieldRights[field] === undefined || can(holder, fieldRights[field])

/** A mapping without fields that the person may not import; their columns are skipped. */
export function withoutForbidden(mapping: Mapping, holder: Holder): Mapping {
  const held = <T extends object>(by: T): T =>
    Object.fromEntries(Object.entries(by).filter(([field]) => isHeld(holder, field as ImportField))) as T
  return {
    ...mapping,
    columns: held(mapping.columns),
    ...(mapping.values && { values: held(mapping.values) }),
    ...(mapping.reasons && { reasons: held(mapping.reasons) }),
  }
}

/** Throws 403 with the missing right for one of these fields. */
export function refuseForbidden(fields: readonly ImportField[], holder: Holder): void {
  for (const field of fields) if (!isHeld(holder, field)) throw forbidden(fieldRights[field]!)
}

/** Throws 403 when a mapping, whoever made it, imports a field that the person may not. */
export function refuseForbiddenMapping(mapping: Mapping, holder: Holder): void {
  refuseForbidden(
    guarded.filter((field) => isMapped(mapping, field)),
    holder,
  )
}
