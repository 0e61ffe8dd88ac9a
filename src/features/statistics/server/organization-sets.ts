/**
 * Compact gift participants per organization that are fast to read. Each organization, in ascending order, has three sorted
 * id lists: projects, donors and gifts without a known donor. Their byte length precedes them, so that a reader can skip them.
 */
import type { GiftCounts, GiftMembers } from './gift-sets.ts'
import { IdSet, Packed, Unpacking } from './varints.ts'

type Lists = [projects: Set<number>, donors: Set<number>, unknown: Set<number>]

/** Merges the members of stored sets and of gifts. */
export function joinedByOrganization(kept: readonly Uint8Array[], gifts: Iterable<GiftMembers>): Uint8Array {
  const sets = new Map<number, Lists>()
  const listsOf = (organization: number): Lists => {
    let lists = sets.get(organization)
    if (!lists) sets.set(organization, (lists = [new Set(), new Set(), new Set()]))
    return lists
  }
  for (const bytes of kept)
    eachOrganization(bytes, (organization, reading) => {
      for (const list of listsOf(organization)) reading.eachId((id) => list.add(id))
    })
  for (const gift of gifts) {
    const [projects, donors, unknown] = listsOf(gift.organization_id)
    projects.add(gift.project_id)
    if (gift.company_id !== 0) continue
    if (gift.donor_id === null) unknown.add(gift.funding_id)
    else donors.add(gift.donor_id)
  }
  const whole = new Packed()
  let last = 0
  for (const organization of Float64Array.from(sets.keys()).toSorted()) {
    const body = new Packed()
    for (const list of sets.get(organization)!) body.addIds(list)
    whole.add(organization - last)
    whole.add(body.length)
    whole.append(body)
    last = organization
  }
  return whole.taken()
}

/** Visits the organizations of stored sets, with a reader positioned at their lists. */
function eachOrganization(
  bytes: Uint8Array,
  visit: (organization: number, reading: Unpacking) => void,
): void {
  const reading = new Unpacking(bytes)
  for (let organization = 0; !reading.ended;) {
    organization += reading.next()
    const end = reading.next() + reading.at
    visit(organization, reading)
    reading.at = end
  }
}

/** The distinct organizations of stored sets. */
export function organizationsIn(kept: readonly Uint8Array[]): number[] {
  const seen = new IdSet()
  const found: number[] = []
  for (const bytes of kept)
    eachOrganization(bytes, (organization) => {
      if (seen.add(organization)) found.push(organization)
    })
  return found
}

/** Distinct participants per group of organizations; organizations without a group in `groupOf` are skipped. */
export function countedByOrganization(
  kept: readonly Uint8Array[],
  groupOf: (organization: number) => number | undefined,
): Map<number, GiftCounts> {
  type Group = GiftCounts & { donorsAt: { bytes: Uint8Array; start: number }[] }
  const groups = new Map<number, Group>()
  // A project or gift belongs to one organization, so these need no deduplication across organizations.
  const organizations = new IdSet()
  const projects = new IdSet()
  const unknown = new IdSet()
  for (const bytes of kept)
    eachOrganization(bytes, (organization, reading) => {
      const key = groupOf(organization)
      if (key === undefined) return
      let group = groups.get(key)
      if (!group) groups.set(key, (group = { projects: 0, organizations: 0, donors: 0, donorsAt: [] }))
      const into = group
      if (organizations.add(organization)) into.organizations++
      reading.eachId((id) => {
        if (projects.add(id)) into.projects++
      })
      into.donorsAt.push({ bytes, start: reading.at })
      reading.eachId(() => {})
      reading.eachId((id) => {
        if (unknown.add(id)) into.donors++
      })
    })
  const donors = new IdSet()
  return new Map(
    [...groups].map(([key, { donorsAt, ...counts }]) => {
      const found: number[] = []
      for (const { bytes, start } of donorsAt)
        new Unpacking(bytes, start).eachId((id) => {
          if (donors.add(id)) found.push(id)
        })
      donors.forget(found)
      return [key, { ...counts, donors: counts.donors + found.length }]
    }),
  )
}
