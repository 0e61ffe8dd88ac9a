type Results = { kills: number; ends: Map<string, number>; seconds: number[]; wrong: Set<string> }

/** Results of the work, by kind, state and mark. */
export function openTable() {
  const rows = new Map<string, Results>()
  const at = (...names: [kind: string, state: string, mark: string]): Results => {
    const key = names.join('\t')
    const told = rows.get(key) ?? { kills: 0, ends: new Map(), seconds: [], wrong: new Set() }
    rows.set(key, told)
    return told
  }
  return {
    /** Counts a kill or a pause. */
    count(kind: string, state: string, mark: string): void {
      at(kind, state, mark).kills++
    },
    ended(kind: string, state: string, mark: string, end: string, seconds: number): void {
      const told = at(kind, state, mark)
      told.ends.set(end, (told.ends.get(end) ?? 0) + 1)
      told.seconds.push(seconds)
    },
    wrong(kind: string, state: string, mark: string, texts: string[]): void {
      for (const text of texts) {
        at(kind, state, mark).wrong.add(text)
        console.log(`WRONG: ${kind}, ${state}, ${mark}: ${text}`)
      }
    },
    /** Prints a line for each kind and state and, below it, for each mark; true without faults. */
    print(late: string[]): boolean {
      console.log(line('kind, state', 'mark', 'kills', 'ended as', 'median s', 'most s', 'wrong'))
      const states = new Map<string, [string, Results][]>()
      for (const [key, told] of [...rows].toSorted(([a], [b]) => a.localeCompare(b))) {
        const [kind, state, mark] = key.split('\t') as [string, string, string]
        const name = `${kind}: ${state}`
        states.set(name, [...(states.get(name) ?? []), [mark, told]])
      }
      for (const [name, marks] of states) {
        print(name, '', together(marks.map(([, told]) => told)))
        for (const [mark, told] of marks) if (marks.length > 1) print('', mark, told)
      }
      for (const text of late.slice(0, 10)) console.log(`in the end: ${text}`)
      const isGood = late.length === 0 && [...rows.values()].every(({ wrong }) => wrong.size === 0)
      console.log(isGood ? 'good: all work finished or reported why not, nothing exists twice' : 'NOT GOOD')
      return isGood
    },
  }
}

function together(all: Results[]): Results {
  const ends = new Map<string, number>()
  for (const told of all) for (const [end, n] of told.ends) ends.set(end, (ends.get(end) ?? 0) + n)
  return {
    kills: all.reduce((sum, { kills }) => sum + kills, 0),
    ends,
    seconds: all.flatMap(({ seconds }) => seconds),
    wrong: new Set(all.flatMap(({ wrong }) => [...wrong])),
  }
}

function print(name: string, mark: string, { kills, ends, seconds, wrong }: Results): void {
  const sorted = seconds.toSorted((a, b) => a - b)
  const ended = [...ends].map(([state, n]) => `${state} × ${n}`).join(', ')
  const median = sorted[Math.floor(sorted.length / 2)]?.toFixed(1) ?? ''
  console.log(line(name, mark, kills, ended, median, sorted.at(-1)?.toFixed(1) ?? '', wrong.size))
}

const widths = [38, 36, 7, 28, 10, 8, 6]
const line = (...cells: (string | number)[]) =>
  cells
    .map((cell, at) => String(cell).padEnd(widths[at]!))
    .join('')
    .trimEnd()
