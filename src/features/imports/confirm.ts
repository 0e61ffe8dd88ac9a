/** True when somebody typed this sum: its digits, whatever stands between them, with or without cents that are none. */
export function isTypedSum(typed: string, cents: number): boolean {
  const digits = typed.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  return (
    digits === String(cents) ||
    (cents % 100 === 0 && digits === String(cents / 100) && !/[.,]\d\d\D*$/.test(typed))
  )
}
