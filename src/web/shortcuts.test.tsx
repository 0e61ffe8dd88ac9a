import { afterEach, expect, test, vi } from 'vitest'
import { speak } from '#test/web.tsx'
import { controlKey } from './shortcuts.ts'
import { translate } from './texts.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['Win32', 'Ctrl K', 'Strg K'],
  ['Linux x86_64', 'Ctrl K', 'Strg K'],
  ['MacIntel', '⌘ K', '⌘ K'],
  ['iPad', '⌘ K', '⌘ K'],
])('a Ctrl shortcut is named as on the platform’s keyboard: %s', (platform, english, german) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform)
  speak('en_US')
  expect(controlKey(translate, 'K')).toBe(english)
  speak('sie_DE')
  expect(controlKey(translate, 'K')).toBe(german)
})
