/**
 * npm run coverage [-- arguments of vitest]: runs the tests of Vitest and prints which share of each room's lines they
 * execute. For information only: no share fails anything. Code in sandboxes, threads and journeys is not counted.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const report = join(root, 'node_modules/.cache/coverage/coverage-summary.json')

export type Lines = { total: number; covered: number }

/** A room: a feature, a layer of the server, or another folder of `src`. */
export const roomOf = (file: string): string =>
  file
    .split('/')
    .slice(0, /^src\/(features|server|web)\/[^/]+\//.test(file) ? 3 : 2)
    .join('/')

/** Lines of files, by paths from the root, summed by room and sorted by the lines that no test executes. */
export function byRoom(files: Readonly<Record<string, Lines>>): [room: string, lines: Lines][] {
  const rooms = Map.groupBy(Object.entries(files), ([file]) => roomOf(file))
  const sum = (of: readonly [string, Lines][], count: keyof Lines) =>
    of.reduce((all, [, lines]) => all + lines[count], 0)
  return [...rooms]
    .map(([room, of]): [string, Lines] => [room, { total: sum(of, 'total'), covered: sum(of, 'covered') }])
    .toSorted(([, a], [, b]) => b.total - b.covered - (a.total - a.covered))
}

const row = (room: string, { total, covered }: Lines) =>
  `${room.padEnd(36)} ${String(total).padStart(7)} ${(total === 0 ? 100 : (100 * covered) / total).toFixed(1).padStart(6)} %`

if (import.meta.main) {
  rmSync(report, { force: true })
  const vitest = ['node_modules/.bin/vitest', 'run', '--coverage', ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, vitest, { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
  const summary = JSON.parse(readFileSync(report, 'utf8')) as Record<string, { lines: Lines }>
  const files = Object.entries(summary)
    .filter(([file]) => file !== 'total')
    .map(([file, { lines }]): [string, Lines] => [relative(root, file), lines])
  const rooms = byRoom(Object.fromEntries(files))
  const all = { total: 0, covered: 0 }
  for (const [, lines] of rooms) {
    all.total += lines.total
    all.covered += lines.covered
  }
  console.log(
    ['', 'Room: lines, share that tests execute', ...rooms.map(([room, lines]) => row(room, lines))].join(
      '\n',
    ),
  )
  console.log(row('all', all))
}
