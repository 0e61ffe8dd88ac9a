import { changesDirection } from '#shared/text-direction.ts'
import type { Cell, SourceRow } from '#shared/reading/row.ts'

export type Repair =
  | { kind: 'cell'; line: number; column: number; text: string }
  | { kind: 'replace'; column: number | null; find: string; text: string }
  | { kind: 'signs' }

/** Control characters from reading a Windows-1252 file as Latin-1. */
const lost = /[\u0080-\u009F]/g
const windows = new TextDecoder('windows-1252')

/** The original of a lost character; undefined for one without a certain original, which is never replaced. */
export function originalOf(sign: string): string | undefined {
  const meant = windows.decode(Uint8Array.of(sign.codePointAt(0)!))
  return meant === sign ? undefined : meant
}

export function restoreSigns(text: string): string {
  return text.replace(lost, (sign) => originalOf(sign) ?? sign)
}

/** Invisible characters that no field accepts: lost ones, and those that change the text direction. */
export function signsIn(text: string): string[] {
  const signs = text.match(lost) ?? []
  return changesDirection(text)
    ? [...signs, ...(text.match(/[\u202A-\u202E\u2066-\u2069]/g) ?? [])]
    : [...signs]
}

export function repairer(repairs: readonly Repair[]): (row: SourceRow) => SourceRow {
  if (repairs.length === 0) return (row) => row
  return (row) => {
    let cells: Cell[] | undefined
    for (const repair of repairs) {
      if (repair.kind === 'cell') {
        if (repair.line !== row.line || repair.column >= row.cells.length) continue
        cells ??= [...row.cells]
        cells[repair.column] = repair.text
        continue
      }
      const now: readonly Cell[] = cells ?? row.cells
      const mended = now.map((cell, column) => repairedCell(repair, cell, column))
      if (mended.some((cell, column) => cell !== now[column])) cells = mended
    }
    return cells ? { ...row, cells, mended: true } : row
  }
}

function repairedCell(repair: Exclude<Repair, { kind: 'cell' }>, cell: Cell, column: number): Cell {
  if (repair.kind === 'signs') return typeof cell === 'string' ? restoreSigns(cell) : cell
  return holds(repair, cell, column) ? String(cell).replaceAll(repair.find, () => repair.text) : cell
}

export function holds(
  { find, column: only }: { find: string; column: number | null },
  cell: Cell,
  column: number,
): boolean {
  return (only === null || only === column) && String(cell).includes(find)
}
