import { hasTooManyValues, isDeeperThan, JSON_DEPTH, JSON_VALUES } from '../../platform/limits/json-depth.ts'
import { ChatError } from '../chat-error.ts'

/**
 * Parses JSON; undefined if it is invalid. Refuses what is nested too deeply or has too many values; `name` names it in the error.
 */
export function parseJson(text: string, name: string): unknown {
  if (isDeeperThan(text, JSON_DEPTH)) {
    throw new ChatError(`${name} is nested too deeply (limit: ${JSON_DEPTH} levels)`, {
      code: 'INVALID_JSON',
    })
  }
  if (hasTooManyValues(text)) {
    throw new ChatError(`${name} has too many values (limit: ${JSON_VALUES})`, { code: 'INVALID_JSON' })
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
