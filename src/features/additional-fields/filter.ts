import { hasShape } from '#shared/lists/filter-shapes.ts'
import type { FilterShape } from '#shared/lists/filter-shapes.ts'
import type { FieldQuestion, FieldType } from './rules.ts'

/** Filter values of every field: answered, and not answered. */
export const answeredValue = 'given'
export const unansweredValue = 'none'
export const yesOrNo = ['yes', 'no'] as const

/** Fields with a range filter. */
const shapes: Partial<Record<FieldType, FilterShape>> = { number: 'number', amount: 'cents', day: 'days' }
export const shapeOf = (type: FieldType): FilterShape | undefined => shapes[type]

/** True if a field can be filtered by this value. */
export function takesFilter({ type, choices }: FieldQuestion, value: string): boolean {
  if (value === answeredValue || value === unansweredValue) return true
  const shape = shapeOf(type)
  if (shape) return hasShape(shape, value)
  if (type === 'boolean') return (yesOrNo as readonly string[]).includes(value)
  return type === 'choice' && choices.some(({ key }) => key === value)
}
