// npm run new-password, on whatever Node ≥ 20 npm itself runs on: with the Node that the package brings.
import { join } from 'node:path'
import { ensureInstalled, ownNode, projectRoot, run } from './prepare.mjs'

ensureInstalled()
run(ownNode(), [join(projectRoot, 'scripts', 'new-password.ts'), ...process.argv.slice(2)])
