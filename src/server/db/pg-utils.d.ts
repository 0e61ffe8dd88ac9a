/** Serializes a parameter value as `pg` does; its published types omit this function. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
