import { isDeeperThan, JSON_DEPTH } from '../../platform/json-depth.ts'
import { ChatError } from '../chat-error.ts'

/** The value of a JSON text; undefined when it is none, which no JSON says. Too deep a one is refused by its name. */
export function parseJson(text: string, name: string): unknown {
  if (isDeeperThan(text, JSON_DEPTH)) {
    throw new ChatError(`${name} is nested too deeply (limit: ${JSON_DEPTH} levels)`, {
      code: 'INVALID_JSON',
    })
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
