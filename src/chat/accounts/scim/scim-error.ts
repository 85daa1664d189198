import { ChatError } from '../../chat-error.ts'
import { AddressTaken } from '../directories/provision-person.ts'

export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** An error as RFC 7644 (section 3.12) has it. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, detail: string, scimType?: ScimType, headers = {}) {
    super(detail)
    this.status = status
    this.scimType = scimType
    this.headers = headers
  }
}

export const invalidValue = (detail: string) => new ScimError(400, detail, 'invalidValue')

export const noSuchResource = (kind: string, id: string) =>
  new ScimError(404, `There is no ${kind} with the id ${id.slice(0, 50)}`)

export const notUnique = (detail: string) => new ScimError(409, detail, 'uniqueness')

/** Refusals of the chat, such as a name that is taken; undefined: it is not one. */
export function scimErrorOf(error: unknown): ScimError | undefined {
  if (error instanceof ScimError) return error
  if (error instanceof AddressTaken) return notUnique(error.message)
  if (!(error instanceof ChatError)) return undefined
  const { status, message, extra } = error
  if (status === 429) {
    return new ScimError(429, message, undefined, { 'retry-after': String(extra['retry-after'] ?? 60) })
  }
  if (/already (exists|in use)/.test(message)) return notUnique(message)
  return new ScimError(status, message, status === 400 ? 'invalidValue' : undefined)
}

export const scimErrorBody = ({ status, message, scimType }: ScimError) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
})
