/** Writes integers as varints, seven bits per byte, up to 2^53. */
export class Packed {
  private bytes = new Uint8Array(1024)
  length = 0

  /** An integer from 0 to 2^53. */
  add(number: number): void {
    this.room(8)
    let rest = number
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.bytes[this.length++] = rest
  }

  /** A signed integer up to 2^52. */
  addSigned(number: number): void {
    this.add(number < 0 ? -2 * number - 1 : 2 * number)
  }

  /** Ids in any order: their number, then the differences between sorted neighbours. */
  addIds(ids: Set<number>): void {
    this.add(ids.size)
    let last = 0
    for (const id of Float64Array.from(ids).toSorted()) {
      this.add(id - last)
      last = id
    }
  }

  append(other: Packed): void {
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

/** Reads packed integers one after the other. */
export class Unpacking {
  private readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  get ended(): boolean {
    return this.at >= this.bytes.length
  }

  next(): number {
    const { bytes } = this
    let byte = bytes[this.at++]!
    if (byte < 0x80) return byte
    let number = byte & 0x7f
    let worth = 0x80
    do {
      byte = bytes[this.at++]!
      number += (byte & 0x7f) * worth
      worth *= 0x80
    } while (byte >= 0x80)
    return number
  }

  nextSigned(): number {
    const number = this.next()
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2
  }

  eachId(visit: (id: number) => void): void {
    let left = this.next()
    for (let id = 0; left > 0; left--) {
      id += this.next()
      visit(id)
    }
  }
}

/** A bit set of seen ids. */
export class IdSet {
  private bits = new Uint32Array(1 << 12)

  /** True the first time an id is added. */
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
