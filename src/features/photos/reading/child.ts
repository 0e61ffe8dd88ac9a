import { makePhoto } from './make.ts'

// Runs in a process of its own with bounded memory and without the server's environment: makes one photo and waits for its end.
process.once('message', (bytes: Uint8Array) => {
  void makePhoto(bytes).then((made) => process.send!(made))
})
process.once('disconnect', () => process.exit(0))
process.send!('ready')
