import { parse } from 'fast-querystring'
import { type Memoized, memoize } from '../../platform/memoize.ts'
import type { KnownInput } from './answer-call.ts'
import type { Parameters } from './parameter.ts'
import { lastOfEach } from './raw-arguments.ts'
import { type RawArguments, readParameters, unknownArguments } from './read-parameters.ts'

export interface AddressArguments {
  given: RawArguments
  /** undefined: something is wrong with them, which is said when it is known who asks */
  known: KnownInput | undefined
}

/** What an endpoint is asked for by the part of an address behind the question mark. Clients of one kind ask for the same. */
export const rememberAddresses = (parameters: Parameters): Memoized<AddressArguments> =>
  memoize({ entries: 2000, longest: 500 }, (query) => {
    const given: RawArguments = new Map(
      Object.entries(lastOfEach(parse(query) as Record<string, unknown>)) as [string, string][],
    )
    return { given, known: readKnown(parameters, given) }
  })

function readKnown(parameters: Parameters, given: RawArguments): KnownInput | undefined {
  try {
    return { input: readParameters(parameters, given), unknown: unknownArguments(parameters, given) }
  } catch {
    return undefined
  }
}
