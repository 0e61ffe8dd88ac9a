import { expect, test } from 'vitest'
import { picture } from '#test/photos.ts'
import { makeLimits, makePhotoInSandbox } from './in-sandbox.ts'
import { filesPerProcess } from '#server/sandbox/sandbox.ts'

// As in the product: one file per process.
filesPerProcess.most = 1

test('a photo that exceeds the time or memory limit is refused, and the next one is processed', async () => {
  const bytes = await picture()
  expect(await makePhotoInSandbox(bytes, { ...makeLimits, processorMs: 0 })).toEqual({
    refused: 'unreadable',
  })
  const large = await picture({ width: 7000, height: 7000, format: 'png' })
  expect(await makePhotoInSandbox(large, { ...makeLimits, residentMb: 60 })).toEqual({
    refused: 'unreadable',
  })
  expect(await makePhotoInSandbox(bytes)).toMatchObject({ width: 120, height: 80 })
})

test('a 50-megapixel photo is scaled to the bounds without filling the server’s memory', async () => {
  const large = await picture({ width: 10_000, height: 5000 })
  const before = process.memoryUsage.rss()
  expect(await makePhotoInSandbox(large)).toMatchObject({
    width: 2400,
    height: 1200,
    mediaType: 'image/jpeg',
  })
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024)
})
