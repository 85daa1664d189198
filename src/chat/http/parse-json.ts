import { isDeeperThan, JSON_DEPTH } from '../../platform/json-depth.ts'
import { ChatError } from '../chat-error.ts'

/**
 * Parses JSON; undefined if it is invalid. Refuses values that are nested too deeply; `name` names them in the error.
 */
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
