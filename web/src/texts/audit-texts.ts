import { audit } from './en/audit.ts'
import { textSet } from './language.ts'

export type AuditTexts = typeof audit

const set = textSet(audit, async () => (await import('./de/audit.ts')).audit)

/** The texts of the page of both audit logs, which are loaded with it. */
export const auditTexts = set.texts

await set.load()
