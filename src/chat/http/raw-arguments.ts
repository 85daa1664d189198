import type { FastifyRequest } from 'fastify'
import type { ReceivedFile } from '../../platform/uploads/received-file.ts'
import type { RawArguments } from './read-parameters.ts'

/** A parsed request body: the raw text, and its fields if it has any. */
export interface RequestBody {
  text: string
  fields: Record<string, unknown>
  files?: readonly ReceivedFile[]
}

/** Merges query and body; the body wins. Path parameters win over both, since they chose the endpoint. */
export function rawArguments(request: FastifyRequest): RawArguments {
  const given: RawArguments = new Map()
  collect(given, lastOfEach(request.query as Record<string, unknown>))
  const body = request.body as RequestBody | undefined
  if (body) collect(given, body.fields)
  collect(given, request.params as Record<string, unknown>)
  return given
}

/** Query and path only. */
export function addressArguments(request: FastifyRequest): RawArguments {
  const given: RawArguments = new Map()
  collect(given, lastOfEach(request.query as Record<string, unknown>))
  collect(given, request.params as Record<string, unknown>)
  return given
}

/** If a name occurs several times, the last value counts, as in other servers of this family. */
export function lastOfEach(fields: Record<string, unknown>): Record<string, unknown> {
  for (const name in fields) {
    const value = fields[name]
    if (Array.isArray(value)) fields[name] = value.at(-1)
  }
  return fields
}

function collect(given: RawArguments, values: Record<string, unknown>): void {
  for (const name in values) {
    const value = values[name]
    if (value === undefined) continue
    given.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
}
