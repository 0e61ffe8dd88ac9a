/** Prefix of a field's key in the names of its column, its filter and its history entries. */
export const prefix = 'additional.'

/** The field key in a column or filter name; undefined for any other name. */
export function fieldKeyOf(name: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined
}

/** An answer on the wire: text, a choice's key, a day, a whole number (amounts in cents), or yes or no. */
export type Answer = string | number | boolean
