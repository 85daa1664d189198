import { confusingArguments, missingArgument } from '../chat-error.ts'
import type { Input, Parameters } from './parameter.ts'

/** What arrived, by name: query and body merged, everything as text. */
export type RawArguments = Map<string, string>

export function readParameters<P extends Parameters>(parameters: P, given: RawArguments): Input<P> {
  const input: Record<string, unknown> = {}
  for (const name in parameters) {
    const parameter = parameters[name]!
    const sentAs = spelling(name, parameter.aliases, given)
    if (sentAs === undefined) {
      if (parameter.required) throw missingArgument(name)
      input[name] = parameter.fallback
    } else {
      input[name] = parameter.read(sentAs, given.get(sentAs)!)
    }
  }
  return input as Input<P>
}

/** Arguments that every endpoint understands: the name of the client, and the verb of an old client. */
const understoodEverywhere = new Set(['client', 'method'])

export function unknownArguments(parameters: Parameters, given: RawArguments): string[] {
  const unknown: string[] = []
  for (const name of given.keys()) {
    if (Object.hasOwn(parameters, name) || understoodEverywhere.has(name)) continue
    if (!Object.values(parameters).some((parameter) => parameter.aliases.includes(name))) unknown.push(name)
  }
  return unknown
}

function spelling(name: string, aliases: readonly string[], given: RawArguments): string | undefined {
  if (aliases.length === 0) return given.has(name) ? name : undefined
  const [first, second] = [name, ...aliases].filter((candidate) => given.has(candidate))
  if (first !== undefined && second !== undefined) throw confusingArguments(first, second)
  return first
}
