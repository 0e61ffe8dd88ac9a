import { IdSet, Packed, Unpacking } from './varints.ts'

/**
 * Compact sets of gift participants that are fast to read. Each group of a funding type and a company has four sorted id
 * lists: projects, organizations, donors and gifts without a known donor. They are delta-encoded with seven bits per byte.
 */

/** A gift and its participants. `company_id` 0 means no company; only such a gift has a donor, unless unknown. */
export type GiftMembers = {
  funding_type: number
  company_id: number
  project_id: number
  organization_id: number
  donor_id: number | null
  funding_id: number
}
/** Distinct participants; each gift without a known donor counts as one donor. */
export type GiftCounts = { projects: number; organizations: number; donors: number }

const lists = 4
type Lists = [projects: Set<number>, organizations: Set<number>, donors: Set<number>, unknown: Set<number>]
/** Participants of gifts, by funding type and company. */
type Sets = Map<string, { funding_type: number; company_id: number; lists: Lists }>

/** Merges the members of stored sets and of gifts. */
export function joined(kept: readonly Uint8Array[], gifts: Iterable<GiftMembers>): Uint8Array {
  const sets: Sets = new Map()
  for (const bytes of kept)
    for (const { funding_type, company_id, start } of groupsOf(bytes)) {
      const { lists: into } = groupIn(sets, funding_type, company_id)
      eachMember(bytes, start, (list, id) => into[list]!.add(id))
    }
  for (const gift of gifts) {
    const [projects, organizations, donors, unknown] = groupIn(sets, gift.funding_type, gift.company_id).lists
    projects.add(gift.project_id)
    organizations.add(gift.organization_id)
    if (gift.company_id === 0) {
      if (gift.donor_id === null) unknown.add(gift.funding_id)
      else donors.add(gift.donor_id)
    }
  }
  return written(sets)
}

function groupIn(sets: Sets, funding_type: number, company_id: number) {
  const key = `${funding_type} ${company_id}`
  let group = sets.get(key)
  if (!group)
    sets.set(key, (group = { funding_type, company_id, lists: [0, 0, 0, 0].map(() => new Set()) as Lists }))
  return group
}

/** Writes the groups in sequence: funding type, company, byte length of the lists, lists. */
function written(sets: Sets): Uint8Array {
  const whole = new Packed()
  for (const { funding_type, company_id, lists: of } of sets.values()) {
    const body = new Packed()
    for (const list of of) body.addIds(list)
    whole.add(funding_type)
    whole.add(company_id)
    whole.add(body.length)
    whole.append(body)
  }
  return whole.taken()
}

/** The groups of stored sets, with the offsets of their lists. */
function groupsOf(bytes: Uint8Array) {
  const groups: { funding_type: number; company_id: number; start: number }[] = []
  const reading = new Unpacking(bytes)
  while (!reading.ended) {
    const funding_type = reading.next()
    const company_id = reading.next()
    const length = reading.next()
    groups.push({ funding_type, company_id, start: reading.at })
    reading.at += length
  }
  return groups
}

function eachMember(bytes: Uint8Array, start: number, visit: (list: number, id: number) => void): void {
  const reading = new Unpacking(bytes, start)
  for (let list = 0; list < lists; list++) reading.eachId((id) => visit(list, id))
}

const countsOf = ([projects, organizations, donors, unknown]: readonly number[]): GiftCounts => ({
  projects: projects!,
  organizations: organizations!,
  donors: donors! + unknown!,
})

/**
 * Distinct participants in total and per group. `keyOf` maps month `YYYY-MM`, funding type and company of gifts to
 * their group.
 */
export function counted(
  cells: readonly { month: string; members: Uint8Array }[],
  keyOf: (gifts: { month: string; funding_type: number; company_id: number }) => string,
): { all: GiftCounts; groups: Map<string, GiftCounts> } {
  const parts = new Map<string, { bytes: Uint8Array; start: number }[]>()
  for (const { month, members: bytes } of cells)
    for (const { start, ...group } of groupsOf(bytes)) {
      const key = keyOf({ month, ...group })
      const known = parts.get(key)
      if (known) known.push({ bytes, start })
      else parts.set(key, [{ bytes, start }])
    }
  const ofAll = [new IdSet(), new IdSet(), new IdSet(), new IdSet()]
  const ofGroup = [new IdSet(), new IdSet(), new IdSet(), new IdSet()]
  const all = [0, 0, 0, 0]
  const groups = new Map<string, GiftCounts>()
  for (const [key, of] of parts) {
    const found: number[][] = [[], [], [], []]
    for (const { bytes, start } of of)
      eachMember(bytes, start, (list, id) => {
        if (!ofGroup[list]!.add(id)) return
        found[list]!.push(id)
        if (ofAll[list]!.add(id)) all[list]!++
      })
    groups.set(key, countsOf(found.map((ids) => ids.length)))
    found.forEach((ids, list) => ofGroup[list]!.forget(ids))
  }
  return { all: countsOf(all), groups }
}
