import { makeSignature } from './signature.ts'

// Runs in a process of its own with bounded memory and without the server's environment: makes one signature and waits for its end.
process.once('message', (bytes: Uint8Array) => {
  void makeSignature(bytes).then((made) => process.send!(made))
})
process.once('disconnect', () => process.exit(0))
process.send!('ready')
