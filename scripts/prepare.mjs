// Preparation shared by both commands. Plain JavaScript: it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(projectRoot, ...parts)

/** The compile cache shared by processes (`NODE_COMPILE_CACHE`); tests use the same folder. */
export const compiledCode = at('node_modules', '.cache', 'compiled')

/** Runs a program and waits for it; a failure exits this program with the same code. */
export function run(command, args, env = {}) {
  const result = spawnSync(command, args, {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (result.error) throw result.error
  if (result.status !== 0) process.exit(result.status ?? 1)
}

/** Installs the locked dependencies unless exactly those are installed, by whatever command. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing dependencies …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
}

/** Compares npm's record of the installed packages with the lock; those for other platforms are optional. */
function isInstalled() {
  const record = at('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const { packages: installed } = JSON.parse(readFileSync(record, 'utf8'))
  const { packages: locked } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
  return Object.entries(locked).every(
    ([path, { integrity, optional }]) =>
      path === '' || (installed[path] ? installed[path].integrity === integrity : optional),
  )
}

/** The bundled Node (24), or the running one when it is new enough. */
export function ownNode() {
  const own = at('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error('Almoner needs Node 24: it could not be installed here, and the Node that runs is older.')
  return process.exit(1)
}

/** Builds the page when its sources have changed since the last build. */
export function ensureBuilt() {
  const marker = at('dist', '.sources')
  const sources = hash(
    describe('src') + describe('vite') + describe('vite.config.ts') + describe('package-lock.json'),
  )
  if (existsSync(marker) && readFileSync(marker, 'utf8') === sources) return
  console.log('Building the page …')
  // Ignores the caller's NODE_ENV: the page is always built for production.
  run(ownNode(), [at('scripts', 'build.ts')], { NODE_ENV: 'production' })
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(marker, sources)
}

function describe(path) {
  if (!existsSync(at(path))) return ''
  const stat = statSync(at(path))
  if (stat.isDirectory())
    return readdirSync(at(path))
      .sort()
      .map((name) => describe(join(path, name)))
      .join('')
  return `${path}:${stat.size}:${stat.mtimeMs}\n`
}

function hash(content) {
  return createHash('sha256').update(content).digest('hex')
}
