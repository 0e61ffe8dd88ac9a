import { environmentManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'

test('the query library runs in browser mode even when a test file loads it before its first page', () => {
  expect(environmentManager.isServer()).toBe(false)
})
