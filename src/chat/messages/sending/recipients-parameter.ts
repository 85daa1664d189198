import { badValue } from '../../chat-error.ts'
import { anyText, type Parameter } from '../../http/parameter.ts'
import { type NamedRecipients, readRecipients } from './read-recipients.ts'

/** Names are validated later, when the stream or person is looked up. */
export function recipients(description: string): Parameter<NamedRecipients> {
  return {
    ...anyText(description),
    fallback: undefined,
    read(name, value) {
      const named = readRecipients(value)
      if (!named) throw badValue(name, value)
      return named
    },
  }
}
