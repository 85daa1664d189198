import { parse } from 'fast-querystring'
import { badRequest } from '../chat-error.ts'
import { FORM_FIELDS } from '../chat-limits.ts'
import { lastOfEach } from './raw-arguments.ts'

/** Counts the separators before parsing, to refuse forms with too many fields cheaply. */
export function fieldsOfForm(text: string): Record<string, unknown> {
  let fields = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) fields += 1
  if (fields > FORM_FIELDS) throw badRequest(`The form has too many fields (limit: ${FORM_FIELDS})`)
  return lastOfEach(parse(text))
}
