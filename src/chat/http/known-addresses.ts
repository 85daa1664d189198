import { parse } from 'fast-querystring'
import type { KnownInput } from './answer-call.ts'
import type { Parameters } from './parameter.ts'
import { lastOfEach } from './raw-arguments.ts'
import { type RawArguments, readParameters, unknownArguments } from './read-parameters.ts'

/** Clients of one kind ask for the same pages; longer addresses are seldom asked twice. */
const ADDRESSES_KEPT = 2000
const LONGEST_ADDRESS = 500

export interface AddressArguments {
  given: RawArguments
  /** undefined: something is wrong with them, which is said when it is known who asks */
  known: KnownInput | undefined
}

/** What an endpoint is asked for by the part of an address behind the question mark; the last ones are remembered. */
export function rememberAddresses(parameters: Parameters): (query: string) => AddressArguments {
  const kept = new Map<string, AddressArguments>()
  return (query) => {
    const found = kept.get(query)
    if (found) return found
    const given: RawArguments = new Map(
      Object.entries(lastOfEach(parse(query) as Record<string, unknown>)) as [string, string][],
    )
    const read = { given, known: readKnown(parameters, given) }
    if (query.length > LONGEST_ADDRESS) return read
    if (kept.size >= ADDRESSES_KEPT) kept.delete(kept.keys().next().value!)
    kept.set(query, read)
    return read
  }
}

function readKnown(parameters: Parameters, given: RawArguments): KnownInput | undefined {
  try {
    return { input: readParameters(parameters, given), unknown: unknownArguments(parameters, given) }
  } catch {
    return undefined
  }
}
