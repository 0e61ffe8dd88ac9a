export const shortestPassword = 8

/** True for a password without visible characters, e.g. eight spaces. */
export function isBlank(password: string): boolean {
  return password.replace(/[\s\p{Z}\p{C}\u2800\u3164]/gu, '') === ''
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase().trim()

/** A text without leading and trailing digits and symbols: `Sommer2026!` becomes `sommer`. */
const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/**
 * Why a password is too easy to guess: it is one of the person's names or a common password, with or without digits and symbols
 * around it. Undefined for neither. `common` holds common passwords in lower case.
 */
export function weaknessOf(
  password: string,
  names: readonly string[],
  common: ReadonlySet<string>,
): 'password_blank' | 'password_like_name' | 'password_common' | undefined {
  if (isBlank(password)) return 'password_blank'
  const whole = fold(password)
  const words = new Set([whole, bare(whole)].filter((word) => word.length >= 3))
  const own = names.flatMap((name) => [fold(name), bare(fold(name)), bare(fold(name.split('@')[0] ?? ''))])
  if (own.some((name) => words.has(name))) return 'password_like_name'
  if ([...words].some((word) => common.has(word)) || new Set(whole).size < 3) return 'password_common'
  return isRun(whole) ? 'password_common' : undefined
}

// Successive characters: 123456789, abcdefgh, 87654321.
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0)!)
  const steps = codes.slice(1).map((code, n) => code - codes[n]!)
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}
