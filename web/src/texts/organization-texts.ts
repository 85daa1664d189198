import { organization as english } from './en/organization.ts'
import { textSet } from './language.ts'

export type OrganizationTexts = typeof english

const set = textSet(english, async () => (await import('./de/organization.ts')).organization)

/** The texts of the administration, which are loaded with its pages. */
export const o = set.texts

await set.load()
