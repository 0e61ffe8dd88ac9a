import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logLines } from './log-lines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function collect() {
  const written: string[] = []
  return { written, lines: logLines({ write: (text) => written.push(text) }) }
}

test('lines within 100 ms are written together', () => {
  const { written, lines } = collect()
  lines.lastLevel = 30
  lines.write('one\n')
  lines.write('two\n')
  expect(written).toEqual([])
  vi.advanceTimersByTime(100)
  lines.write('three\n')
  vi.advanceTimersByTime(100)
  expect(written).toEqual(['one\ntwo\n', 'three\n'])
})

test('an error is written at once together with waiting lines', () => {
  const { written, lines } = collect()
  lines.lastLevel = 30
  lines.write('one\n')
  lines.lastLevel = 50
  lines.write('failed\n')
  expect(written).toEqual(['one\nfailed\n'])
  vi.advanceTimersByTime(1000)
  expect(written).toHaveLength(1)
})

test('many lines are flushed early', () => {
  const { written, lines } = collect()
  lines.lastLevel = 30
  for (let n = 0; n < 100; n++) lines.write(`${'x'.repeat(999)}\n`)
  expect(written.length).toBeGreaterThan(3)
})

test('the process writes all waiting lines before it ends', () => {
  const script = `
    const { createApp } = await import(${JSON.stringify(new URL('../app.ts', import.meta.url).href)})
    const { readConfig } = await import(${JSON.stringify(new URL('../base/config.ts', import.meta.url).href)})
    const app = await createApp({ config: readConfig({ LOG_LEVEL: 'info' }) }, { features: [], texts: {} })
    app.log.info('the last word')
    process.exit(0)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({ level: 30, msg: 'the last word' })
})
