// npm start, on whatever Node ≥ 20 npm itself runs on: installs what is missing, builds what is stale, then serves
// with the Node that the package brings. Stays in the foreground; a signal ends the server and this with it.
import { spawn } from 'node:child_process'
import { compiledCode, ensureBuilt, ensureInstalled, ownNode, projectRoot } from './prepare.mjs'

ensureInstalled()
ensureBuilt()

const server = spawn(ownNode(), ['src/app/server/main.ts'], {
  cwd: projectRoot,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  // The server and its sandboxed processes load code compiled by an earlier start.
  env: { NODE_COMPILE_CACHE: compiledCode, ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
// npm forwards a signal to its shell only, and a dying shell does not pass it on: an orphan ends itself.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) server.kill('SIGTERM')
}, 250).unref()
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
