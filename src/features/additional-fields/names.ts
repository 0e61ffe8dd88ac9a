/** Before a field's key: its column, its filter, and its name in a project's history. */
export const prefix = 'additional.'

/** The key of a field behind the name of its column or filter; undefined for any other name. */
export function fieldKeyOf(name: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined
}

/** An answer on the wire: words, the key of a choice or a day; a whole number (amounts in cents); yes or no. */
export type Answer = string | number | boolean
