import { ParseFailure } from '../../../platform/parsers/parse-untrusted.ts'
import { badRequest } from '../../chat-error.ts'

/** What is wrong with the whole file, as an error for the person who sent it. */
export function explainFaults(error: unknown): never {
  if (!(error instanceof ParseFailure)) throw error
  const faults = error.faults.map(
    ({ pointer, detail }) => `${pointer === '' ? 'The file' : pointer} ${detail}.`,
  )
  throw badRequest(faults.join('\n'))
}
