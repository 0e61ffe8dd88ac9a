import { areas, can, type Permission, permissions } from '#shared/permissions.ts'
import type { Route } from '#shared/route.ts'
import type { Answer } from './app.ts'
import { foldings, standsIn, textsOf } from './answer-texts.ts'
import type { Marker } from './marked-world.ts'

/** A person who may not see all of the marked world. */
export type Person = { who: string; rights: readonly Permission[]; ofCompanyA?: boolean }

const without = (...left: Permission[]) => permissions.filter((one) => !left.includes(one))
const ofArea = (area: string) => permissions.filter((one) => one.endsWith(`_${area}`))

/** People with one right. */
export const alone: Person[] = permissions.map((right) => ({ who: `${right} alone`, rights: [right] }))
/** People with the rights of all areas except one. */
export const otherAreas: Person[] = areas.map((area) => ({
  who: `all rights but those for ${area}`,
  rights: without(...ofArea(area)),
}))
/** They see records without their personal data. */
export const withoutPersonalRight: Person[] = [
  { who: 'all rights but change_private_donations', rights: without('change_private_donations') },
  {
    who: 'all rights but change_organizations and change_payouts',
    rights: without('change_organizations', 'change_payouts'),
  },
  { who: 'all rights but change_bank_statements', rights: without('change_bank_statements') },
  {
    who: 'every view right and export_data',
    rights: [...permissions.filter((one) => one.startsWith('view_')), 'export_data'],
  },
]
/** All rights a person of company A may get: staff-only data stays hidden. */
export const moneyRights: Permission[] = [
  'fund_projects',
  'defund_projects',
  'archive_projects',
  'export_data',
  'change_projects',
  'change_payouts',
  'view_statistics',
  'view_logs',
  'create_projects',
  'create_organizations',
  'delete_projects',
  'delete_organizations',
  'create_private_donations',
  'change_private_donations',
  'view_documents',
  'create_documents',
  'view_reminders',
]
/** A person acting for company A. */
export const userOfA: Person = { who: 'a user of company A', rights: moneyRights, ofCompanyA: true }

/** True when a route is open to people with these rights. */
export const opensTo = ({ access, orAccess }: Route, rights: readonly Permission[]) => {
  const holder = { is_superuser: false, permissions: rights }
  if (access === 'signed_in') return true
  if (access === 'any_right') return rights.length > 0
  if (access === 'public' || access === 'signed') return false
  return can(holder, access) || (orAccess !== undefined && can(holder, orAccess))
}

/** The markers that an answer contains, each kind once. */
export async function foundIn(
  answer: Pick<Answer, 'headers' | 'bytes'>,
  searched: readonly Marker[],
): Promise<string[]> {
  if (searched.length === 0) return []
  const texts = foldings(await textsOf(answer))
  return [...new Set(searched.filter(({ text }) => standsIn(text, texts)).map(({ what }) => what))]
}

/** A person with all rights except those that open a route. */
export function lacking(access: Permission, orAccess?: Permission): Person {
  const opens = (one: Permission) =>
    [access, orAccess].some((wanted) => wanted && can({ is_superuser: false, permissions: [one] }, wanted))
  return {
    who: `all rights but ${access}${orAccess ? ` and ${orAccess}` : ''} and what holds it`,
    rights: permissions.filter((one) => !opens(one)),
  }
}

/** True when a person must not read a marked text. */
export const isHiddenFrom = ({ rights, ofCompanyA }: Person, marker: Marker, ofB: readonly Marker[]) =>
  ofB.includes(marker)
    ? ofCompanyA === true
    : !marker.rights.some((right) => can({ is_superuser: false, permissions: rights }, right))
