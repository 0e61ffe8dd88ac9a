/** True when somebody typed this sum: compares digits only, and zero cents may be omitted. */
export function isTypedSum(typed: string, cents: number): boolean {
  const digits = typed.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  return (
    digits === String(cents) ||
    (cents % 100 === 0 && digits === String(cents / 100) && !/[.,]\d\d\D*$/.test(typed))
  )
}
