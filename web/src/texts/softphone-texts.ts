import { softphone as english } from './en/softphone.ts'
import { textSet } from './language.ts'

export type SoftphoneTexts = typeof english

const set = textSet(english, async () => (await import('./de/softphone.ts')).softphone)

/** The texts of the phone in the browser, which is loaded when it is opened or rings. */
export const s = set.texts

await set.load()
