import { badValue } from '../../chat-error.ts'
import { anyText, type Parameter } from '../../http/parameter.ts'
import { type NamedRecipients, readRecipients } from './read-recipients.ts'

/** What is wrong with a name is said when the stream or the person is looked for. */
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
