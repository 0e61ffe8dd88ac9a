// npm test, on whatever Node ≥ 20 npm itself runs on: installs what is missing, then types, lint, format, unit and
// route tests, then journeys in a real browser. TESTS=all, as CI says it: the thorough tests too (vitest.config.ts), and every
// journey, not only the main jobs that no page test does (@smoke).
// Stops at the first part that fails.
import { ensureBuilt, ensureInstalled, ownNode, run } from './prepare.mjs'

ensureInstalled()
const node = ownNode()
const all = process.env.TESTS === 'all'
const bin = (name) => `node_modules/.bin/${name}`

run('npm', ['run', '--silent', 'check'])
ensureBuilt()
run(node, [bin('vitest'), 'run', ...(all ? [] : ['--project', '!thorough*'])], { PAGES: 'production' })
run(node, [bin('playwright'), 'test', ...(all ? [] : ['--grep', '@smoke'])])
