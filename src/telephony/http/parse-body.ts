import {
  hasTooManyFields,
  hasTooManyValues,
  isDeeperThan,
  JSON_DEPTH,
  JSON_VALUES,
} from '../../platform/limits/json-depth.ts'
import { ParseFailure, parseUntrusted } from '../../platform/parsers/parse-untrusted.ts'
import type { ParserFormat, ParserRequest, ParserResult } from '../../platform/parsers/parser-work.ts'
import type { Company } from '../identity/company.ts'
import { invalid, invalidField, Problem } from '../problem.ts'
import { BODY_FIELDS } from '../telephony-limits.ts'

/** Parses a JSON body, or throws a 400 with the reason. */
export function parseBody(text: string): unknown {
  if (isDeeperThan(text, JSON_DEPTH)) {
    throw invalidField('', `is nested too deeply: at most ${JSON_DEPTH} levels are possible`)
  }
  if (hasTooManyValues(text))
    throw invalidField('', `has too many values: at most ${JSON_VALUES} are possible`)
  if (hasTooManyFields(text, BODY_FIELDS)) {
    throw invalidField('', `has too many fields: at most ${BODY_FIELDS} are possible`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidField('', `is not valid JSON: ${(error as Error).message}`)
  }
}

/** Parses a file in a thread, or throws a 400 with the reason. `field`: where the file is in the request. */
export async function parseFile<Format extends ParserFormat>(
  company: Company,
  request: ParserRequest<Format>,
  field = '',
): Promise<ParserResult<Format>> {
  try {
    return await parseUntrusted(tenantOf(company), request)
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error
    if (error.reason === 'queue') {
      throw new Problem(429, `The file ${error.message}`, { headers: { 'retry-after': '5' } })
    }
    throw invalid(error.faults.map(({ pointer, detail }) => ({ pointer: pointer || field, detail })))
  }
}

/** Companies take turns at the threads. */
export const tenantOf = ({ id }: Company) => `telephony ${id}`
