import type { Expression } from '../shape.ts'

/** Ways to make a field on the page. */
export const makings = ['constant', 'column', 'join', 'split', 'slice'] as const
export type Making = (typeof makings)[number]

type ExpressionInput = Record<'text' | 'first' | 'second' | 'sign' | 'place' | 'length', string>

/** The form's input as an expression; undefined while incomplete. */
export function expressionOf(making: Making, given: ExpressionInput): Expression | undefined {
  if (making === 'constant') {
    const constant = given.text.trim()
    return constant === '' ? undefined : { parts: [{ constant }], join: '' }
  }
  if (given.first === '') return undefined
  const column = Number(given.first)
  const [place, length] = [Number(given.place), Number(given.length)]
  if (making === 'column') return { parts: [{ column }], join: '' }
  if (making === 'join') {
    if (given.second === '') return undefined
    return { parts: [{ column }, { column: Number(given.second) }], join: given.sign || ' ' }
  }
  if (!Number.isInteger(place) || place === 0) return undefined
  if (making === 'split') {
    if (given.sign === '') return undefined
    return { parts: [{ column, split: { separator: given.sign, part: place } }], join: '' }
  }
  if (place < 0 || !Number.isInteger(length) || length < 1) return undefined
  return { parts: [{ column, slice: { from: place, length } }], join: '' }
}
