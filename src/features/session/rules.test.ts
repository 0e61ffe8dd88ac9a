import { expect, test } from 'vitest'
import { forgetAfterMs, networkOf, waitAfter } from './rules.ts'

const limit = { free: 5, longestWaitMs: 15 * 60_000 }

test('the first failures cause no wait, then it doubles up to a quarter of an hour', () => {
  const waits = [0, 4, 5, 6, 7, 30].map((failures) => waitAfter(failures, limit, 0))
  expect(waits).toEqual([0, 0, 30_000, 60_000, 120_000, limit.longestWaitMs])
})

test('elapsed time shortens the wait, and failures are forgotten after an hour', () => {
  expect(waitAfter(5, limit, 10_000)).toBe(20_000)
  expect(waitAfter(5, limit, 31_000)).toBe(0)
  expect(waitAfter(50, limit, forgetAfterMs + 1)).toBe(0)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to the network %s', (ip, network) => expect(networkOf(ip)).toBe(network))
