/**
 * Whom each of so many free ones goes to, one after the other, as places in the list of people: always to whoever has the
 * fewest, of several to the first. Who has more than an equal part keeps it, and the others get the rest; dealt in the
 * order they have waited, so that everybody gets old and new ones alike.
 */
export function shareEvenly(held: readonly number[], free: number): number[] {
  const have = [...held]
  const places: number[] = []
  for (let n = 0; n < free; n++) {
    const least = Math.min(...have)
    const place = have.indexOf(least)
    have[place] = least + 1
    places.push(place)
  }
  return places
}
