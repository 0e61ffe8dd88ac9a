/**
 * Compact sums received per organization that are fast to read. Stages mostly have equal sums, so their differences are
 * stored.
 */
import { Packed, Unpacking } from './varints.ts'

/** Sums of one organization in cents. */
export type OrganizationSums = {
  organization_id: number
  allocated_cents: number
  settled_cents: number
  paid_cents: number
  arrived_cents: number
  refunded_cents: number
}

const width = 5

export class SumsByOrganization {
  /** Position of each organization's sums, starting at one. */
  private places = new Int32Array(1 << 10)
  private cents = new Float64Array(1 << 10)
  readonly ids: number[] = []

  add(id: number, allocated: number, settled: number, paid: number, arrived: number, refunded: number): void {
    const at = this.placeOf(id)
    this.cents[at]! += allocated
    this.cents[at + 1]! += settled
    this.cents[at + 2]! += paid
    this.cents[at + 3]! += arrived
    this.cents[at + 4]! += refunded
  }

  addRow(row: OrganizationSums): void {
    const { allocated_cents, settled_cents, paid_cents, arrived_cents, refunded_cents } = row
    this.add(row.organization_id, allocated_cents, settled_cents, paid_cents, arrived_cents, refunded_cents)
  }

  /** Adds bytes made by `written`. */
  addKept(bytes: Uint8Array): void {
    const reading = new Unpacking(bytes)
    for (let id = 0; !reading.ended;) {
      id += reading.next()
      const allocated = reading.nextSigned()
      const settled = allocated - reading.nextSigned()
      const paid = settled - reading.nextSigned()
      const arrived = paid - reading.nextSigned()
      this.add(id, allocated, settled, paid, arrived, reading.nextSigned())
    }
  }

  /** Zeros for an unknown organization. */
  of(id: number): Omit<OrganizationSums, 'organization_id'> {
    const at = ((this.places[id] ?? 0) - 1) * width
    const cents = (stage: number) => (at < 0 ? 0 : this.cents[at + stage]!)
    return {
      allocated_cents: cents(0),
      settled_cents: cents(1),
      paid_cents: cents(2),
      arrived_cents: cents(3),
      refunded_cents: cents(4),
    }
  }

  /** Organizations ascending and delta-encoded; those with zero sums are left out. */
  written(): Uint8Array {
    const packed = new Packed()
    let last = 0
    for (const id of Float64Array.from(this.ids).toSorted()) {
      const sums = this.of(id)
      if (Object.values(sums).every((cents) => cents === 0)) continue
      packed.add(id - last)
      packed.addSigned(sums.allocated_cents)
      packed.addSigned(sums.allocated_cents - sums.settled_cents)
      packed.addSigned(sums.settled_cents - sums.paid_cents)
      packed.addSigned(sums.paid_cents - sums.arrived_cents)
      packed.addSigned(sums.refunded_cents)
      last = id
    }
    return packed.taken()
  }

  private placeOf(id: number): number {
    if (id >= this.places.length) {
      const places = new Int32Array(2 * (id + 1))
      places.set(this.places)
      this.places = places
    }
    const known = this.places[id]!
    if (known > 0) return (known - 1) * width
    const at = this.ids.length * width
    if (at + width > this.cents.length) {
      const cents = new Float64Array(2 * (at + width))
      cents.set(this.cents)
      this.cents = cents
    }
    this.ids.push(id)
    this.places[id] = this.ids.length
    return at
  }
}
