import pg from 'pg'

const { INT8, DATE } = pg.types.builtins
const TEXT_ARRAY = 1009
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182

const texts = pg.types.getTypeParser(TEXT_ARRAY as number) as (text: string) => (string | null)[]

const ours: Record<number, (text: string) => unknown> = {
  [INT8]: safeInteger,
  [DATE]: (text) => text,
  [INT8_ARRAY]: (text) => texts(text).map((item) => (item === null ? null : safeInteger(item))),
  [DATE_ARRAY]: texts,
}

/**
 * Parsing of values: INT8 becomes a number (an error beyond 2^53), DATE becomes 'YYYY-MM-DD'. As in `pg` itself,
 * NUMERIC is a string (so is the sum of INT8 values: cast it) and TIMESTAMPTZ a Date.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : (ours[oid] ?? pg.types.getTypeParser(oid))) as never,
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`INT8 value ${text} does not fit a number`)
  return value
}
