import { z } from 'zod'

export type Json = Record<string, unknown>

/** Shapes as JSON Schema: a named shape (`meta({ id })`) is stored once under its name and referenced. */
export type SchemaBook = {
  named: Json
  /** A shape, or a reference to it when it is named. */
  schema: (shape: z.ZodType, io: 'input' | 'output') => Json
  /** A shape's own schema, named or not. */
  whole: (shape: z.ZodType, io: 'input' | 'output') => Json
}

/** Creates an empty book. A named shape is stored as `Name` for output and as `NameInput` for input. */
export function schemaBook(): SchemaBook {
  const named: Json = {}
  const whole = (shape: z.ZodType, io: 'input' | 'output') => {
    const made = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Json
    const { $schema: _, $defs = {}, ...outermost } = made
    // A named shape comes back as a reference to itself.
    const own = z.globalRegistry.get(shape)?.id
    const { id: __, ...schema } = (own && '$ref' in outermost ? ($defs as Json)[own] : outermost) as Json
    const nameOf = (name: string) => (io === 'input' ? `${name}Input` : name)
    const refer = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(refer)
      if (value === null || typeof value !== 'object') return value
      return Object.fromEntries(
        Object.entries(value).map(([key, part]) =>
          key === '$ref' && typeof part === 'string'
            ? [
                key,
                part.replace(
                  /^#\/\$defs\/(.*)$/,
                  (___, name: string) => `#/components/schemas/${nameOf(name)}`,
                ),
              ]
            : [key, refer(part)],
        ),
      )
    }
    for (const [name, definition] of Object.entries($defs as Json)) {
      const { id: ___, ...bare } = definition as Json
      named[nameOf(name)] = refer(bare)
    }
    return refer(schema) as Json
  }
  const schema = (shape: z.ZodType, io: 'input' | 'output') => {
    const id = z.globalRegistry.get(shape)?.id
    if (!id) return whole(shape, io)
    const name = io === 'input' ? `${id}Input` : id
    named[name] = whole(shape, io)
    return { $ref: `#/components/schemas/${name}` }
  }
  return { named, schema, whole }
}
