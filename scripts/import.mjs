// npm run import, on whatever Node ≥ 20 npm itself runs on: installs what is missing, then runs import.ts with the
// Node that the package brings. Ctrl-C reaches both; import.ts ends cleanly, and this with it.
import { spawn } from 'node:child_process'
import { ensureInstalled, ownNode, projectRoot } from './prepare.mjs'
import { join } from 'node:path'

ensureInstalled()
const child = spawn(ownNode(), [join(projectRoot, 'scripts', 'import.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
