import { entrance as english } from './en/entrance.ts'
import { textSet } from './language.ts'

export type EntranceTexts = typeof english

const set = textSet(english, async () => (await import('./de/entrance.ts')).entrance)

/** The texts of the entrance pages, which the chat and the portal do not load. */
export const e = set.texts

await set.load()
