import { setTexts } from '#server/base/texts.ts'
import { texts } from '#app/texts.ts'

// Server code under test says its texts without an app around it.
setTexts(texts)
