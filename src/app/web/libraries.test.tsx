import { environmentManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'

test('queries poll on pages even when a test file has loaded their library before its first page', () => {
  expect(environmentManager.isServer()).toBe(false)
})
