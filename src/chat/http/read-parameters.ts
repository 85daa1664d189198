import { confusingArguments, missingArgument } from '../chat-error.ts'
import type { Input, Parameters } from './parameter.ts'

/** Arguments by name: query and body merged, all as text. */
export type RawArguments = Map<string, string>

export function readParameters<P extends Parameters>(
  parameters: P,
  given: RawArguments,
  level: number,
): Input<P> {
  const input: Record<string, unknown> = {}
  for (const name in parameters) {
    const parameter = parameters[name]!
    const sentAs = spelling(name, parameter.aliases, given)
    if (sentAs === undefined) {
      if (parameter.required) throw missingArgument(name)
      input[name] = parameter.fallback
    } else {
      input[name] = parameter.read(sentAs, given.get(sentAs)!, level)
    }
  }
  return input as Input<P>
}

/** Arguments that every endpoint accepts: the client's name, and the method override of old clients. */
const understoodEverywhere = ['client', 'method']

export function unknownArguments(parameters: Parameters, given: RawArguments): string[] {
  const known = namesOf(parameters)
  const unknown: string[] = []
  for (const name of given.keys()) if (!known.has(name)) unknown.push(name)
  return unknown
}

const names = new WeakMap<Parameters, ReadonlySet<string>>()

/** Every name that an endpoint accepts. Cached, as it is the same for each call. */
function namesOf(parameters: Parameters): ReadonlySet<string> {
  let known = names.get(parameters)
  if (!known) {
    const aliases = Object.values(parameters).flatMap((parameter) => parameter.aliases)
    known = new Set([...understoodEverywhere, ...Object.keys(parameters), ...aliases])
    names.set(parameters, known)
  }
  return known
}

function spelling(name: string, aliases: readonly string[], given: RawArguments): string | undefined {
  let found = given.has(name) ? name : undefined
  for (const alias of aliases) {
    if (!given.has(alias)) continue
    if (found !== undefined) throw confusingArguments(found, alias)
    found = alias
  }
  return found
}
