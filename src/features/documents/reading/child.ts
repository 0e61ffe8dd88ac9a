import { inspect } from './inspect.ts'

// Runs in a process of its own with bounded memory and without the server's environment: looks at one file and waits for its end.
process.once('message', (bytes: Uint8Array) => {
  void inspect(bytes).then((inspected) => process.send!(inspected))
})
process.once('disconnect', () => process.exit(0))
process.send!('ready')
