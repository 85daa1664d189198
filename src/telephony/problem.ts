import { STATUS_CODES } from 'node:http'

/** One thing that is wrong with a request: where (a JSON pointer, or the name of a parameter) and what. */
export interface Fault {
  pointer: string
  detail: string
}

/** An error of the API (RFC 9457). */
export class Problem extends Error {
  readonly status: number
  readonly errors: readonly Fault[] | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    detail: string,
    { errors, headers = {} }: { errors?: readonly Fault[]; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.status = status
    this.errors = errors
    this.headers = headers
  }

  body(): ProblemBody {
    return {
      detail: this.message,
      status: this.status,
      title: STATUS_CODES[this.status] ?? 'Error',
      type: 'about:blank',
      ...(this.errors && { errors: this.errors }),
    }
  }
}

export interface ProblemBody {
  detail: string
  status: number
  title: string
  type: string
  errors?: readonly Fault[]
}

export const unauthorized = (detail: string) =>
  new Problem(401, detail, { headers: { 'www-authenticate': 'Bearer realm="switchboard"' } })
export const forbidden = (detail: string) => new Problem(403, detail)
export const notFound = (detail: string) => new Problem(404, detail)
export const conflict = (detail: string) => new Problem(409, detail)

/** 400 with all faults. */
export function invalid(errors: readonly Fault[]): Problem {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  const detail = first ? `${first.pointer || 'The body'} ${first.detail}${more}` : 'The request is not valid'
  return new Problem(400, detail, { errors })
}

export const invalidField = (pointer: string, detail: string) => invalid([{ pointer, detail }])
