import { setTexts } from '#server/base/texts.ts'
import { texts } from '#app/texts.ts'

// Lets server code under test use texts without an app around it.
setTexts(texts)
