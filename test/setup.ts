import { setTexts } from '#server/base/texts.ts'
import { filesPerProcess } from '#server/sandbox/sandbox.ts'
import { texts } from '#app/texts.ts'
import { liftCallLimit } from './limits.ts'

// Lets server code under test use texts without an app around it.
setTexts(texts)
// Tests of the sandbox itself set it to one, as in the product.
filesPerProcess.most = 20
liftCallLimit()
