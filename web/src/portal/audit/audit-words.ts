import type { AuditEntry } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'

/** `extension.updated` in plain words. Unknown kinds stay readable. */
export function actionWords(action: string): string {
  const [kind = '', verb = ''] = action.split('.')
  const kinds: Record<string, string> = p.audit.kinds
  const verbs: Record<string, string> = p.audit.verbs
  return `${kinds[kind] ?? spaced(kind)}: ${verbs[verb] ?? spaced(verb)}`
}

/** The name of the object, if it has one. */
export function subjectName({ before, after, subject }: AuditEntry): string {
  const state = after ?? before ?? {}
  const { first_name: first, last_name: last, data } = state as Record<string, unknown>
  if (typeof first === 'string') return `${first} ${last ?? ''}`.trim()
  if (isObject(data) && data.name !== undefined) return `${data.id ?? ''} ${data.name}`.trim()
  for (const field of ['name', 'url', 'number', 'reprname', 'subject', 'text']) {
    const value = (state as Record<string, unknown>)[field]
    if (typeof value === 'string' && value !== '') return value
  }
  return subject.id
}

const spaced = (words: string) => words.replaceAll('_', ' ')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
