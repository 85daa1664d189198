import { isDeeperThan, JSON_DEPTH } from '../../platform/json-depth.ts'
import { invalidField } from '../problem.ts'

/** Parses a JSON body, or throws a 400 with the reason. */
export function parseBody(text: string): unknown {
  if (isDeeperThan(text, JSON_DEPTH)) {
    throw invalidField('', `is nested too deeply: at most ${JSON_DEPTH} levels are possible`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidField('', `is not valid JSON: ${(error as Error).message}`)
  }
}
