/**
 * Sets of who took part in gifts, as small as they can be read fast: groups by funding type and company, each with four
 * ascending lists of ids (projects, organizations, donors, gifts of nobody known), every id as what it is above the one
 * before, seven bits a byte.
 */

/** A gift and whom it names. `company_id` 0: no company gave; only then it has a donor or is of nobody known. */
export type GiftMembers = {
  funding_type: number
  company_id: number
  project_id: number
  organization_id: number
  donor_id: number | null
  funding_id: number
}
/** How many took part, each once; a gift of nobody known is a donor of its own. */
export type GiftCounts = { projects: number; organizations: number; donors: number }

const lists = 4
type Lists = [projects: Set<number>, organizations: Set<number>, donors: Set<number>, unknown: Set<number>]
/** Whom gifts name, by funding type and company. */
type Sets = Map<string, { funding_type: number; company_id: number; lists: Lists }>

/** The members of kept sets and of gifts, together. */
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

/** One group after the other: funding type, company, length of its lists in bytes, the lists. */
function written(sets: Sets): Uint8Array {
  const whole = new Bytes()
  for (const { funding_type, company_id, lists: of } of sets.values()) {
    const body = new Bytes()
    for (const list of of) {
      body.add(list.size)
      let last = 0
      for (const id of Float64Array.from(list).toSorted()) {
        body.add(id - last)
        last = id
      }
    }
    whole.add(funding_type)
    whole.add(company_id)
    whole.add(body.length)
    whole.append(body)
  }
  return whole.taken()
}

/** Bytes that grow. */
class Bytes {
  private bytes = new Uint8Array(1024)
  length = 0

  /** A whole number from 0 to 2^53. */
  add(number: number): void {
    this.room(8)
    let rest = number
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.bytes[this.length++] = rest
  }

  append(other: Bytes): void {
    this.room(other.length)
    this.bytes.set(other.taken(), this.length)
    this.length += other.length
  }

  taken(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }

  private room(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = new Uint8Array(2 * (this.length + more))
    larger.set(this.bytes)
    this.bytes = larger
  }
}

/** Where the reader stands; one for all reading, which never waits. */
let at = 0

function read(bytes: Uint8Array): number {
  let byte = bytes[at++]!
  if (byte < 0x80) return byte
  let number = byte & 0x7f
  let worth = 0x80
  do {
    byte = bytes[at++]!
    number += (byte & 0x7f) * worth
    worth *= 0x80
  } while (byte >= 0x80)
  return number
}

/** The groups of kept sets, with the place at which their lists begin. */
function groupsOf(bytes: Uint8Array) {
  const groups: { funding_type: number; company_id: number; start: number }[] = []
  for (at = 0; at < bytes.length;) {
    const funding_type = read(bytes)
    const company_id = read(bytes)
    const length = read(bytes)
    groups.push({ funding_type, company_id, start: at })
    at += length
  }
  return groups
}

function eachMember(bytes: Uint8Array, start: number, visit: (list: number, id: number) => void): void {
  at = start
  for (let list = 0; list < lists; list++) {
    let left = read(bytes)
    for (let id = 0; left > 0; left--) {
      id += read(bytes)
      visit(list, id)
    }
  }
}

/** Ids that were seen, a bit each. */
class Seen {
  private bits = new Uint32Array(1 << 12)

  /** True the first time. */
  add(id: number): boolean {
    const word = id >>> 5
    if (word >= this.bits.length) {
      const larger = new Uint32Array(2 * (word + 1))
      larger.set(this.bits)
      this.bits = larger
    }
    const bit = 1 << (id & 31)
    if (this.bits[word]! & bit) return false
    this.bits[word]! |= bit
    return true
  }

  forget(ids: readonly number[]): void {
    for (const id of ids) this.bits[id >>> 5] = 0
  }
}

const countsOf = ([projects, organizations, donors, unknown]: readonly number[]): GiftCounts => ({
  projects: projects!,
  organizations: organizations!,
  donors: donors! + unknown!,
})

/**
 * How many took part in all and per group, each once. `keyOf` says to which group the gifts of a month `YYYY-MM`, funding
 * type and company belong.
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
  const ofAll = [new Seen(), new Seen(), new Seen(), new Seen()]
  const ofGroup = [new Seen(), new Seen(), new Seen(), new Seen()]
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
