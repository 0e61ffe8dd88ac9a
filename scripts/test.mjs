// npm test, on whatever Node ≥ 20 npm itself runs on: installs what is missing, then types, lint, format, unit and
// route tests, then journeys in a real browser: those tagged @smoke, each page's main job, or all of them with JOURNEYS=all.
// Stops at the first part that fails.
import { ensureBuilt, ensureInstalled, ownNode, run } from './prepare.mjs'

ensureInstalled()
const node = ownNode()
const bin = (name) => `node_modules/.bin/${name}`

run('npm', ['run', '--silent', 'check'])
ensureBuilt()
run(node, [bin('vitest'), 'run'])
run(node, [bin('playwright'), 'test', ...(process.env.JOURNEYS === 'all' ? [] : ['--grep', '@smoke'])])
