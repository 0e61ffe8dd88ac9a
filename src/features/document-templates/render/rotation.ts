import type { Box } from '../places.ts'
import type { Turn } from './fields.ts'

/** A box on a page, in points, and how far its text is turned from the page. */
export type RotatedBox = Box & { turn: Turn }

/** The box as someone reading along its text sees it: its lower left corner is 0, 0. */
export function upright({ width, height, turn }: RotatedBox): Box {
  const lies = turn === 90 || turn === 270
  return { x: 0, y: 0, width: lies ? height : width, height: lies ? width : height }
}

/** A point of the box, seen along its text, on the page. */
export function onPage(
  { x, y, width, height, turn }: RotatedBox,
  along: number,
  up: number,
): { x: number; y: number } {
  if (turn === 90) return { x: x + width - up, y: y + along }
  if (turn === 180) return { x: x + width - along, y: y + height - up }
  return turn === 270 ? { x: x + up, y: y + height - along } : { x: x + along, y: y + up }
}
