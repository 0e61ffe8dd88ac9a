import { IconCornerDownLeft } from './lazy-icons.ts'

/** The key has the same name in every language. */
const enterKey = 'Enter'

/** ↵ as a drawing: not every machine has a font with the character. */
export const EnterIcon = () => (
  <IconCornerDownLeft className="enter-sign" size={12} stroke={2} role="img" aria-label={enterKey} />
)
