/**
 * Assigns free items one by one to the person with the fewest; the first person wins a tie. Returns positions in the list of
 * people. A person above the equal share keeps it, and the others share the rest. Callers pass items by waiting time, so that
 * everybody gets old and new ones.
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
