/** The server rejected the request. */
export class ApiFailure extends Error {
  readonly status: number
  /** of the chat; the telephony has none */
  readonly code: string
  /** seconds to wait before a retry, if the server says so */
  readonly retryAfter: number | undefined
  /** the response body */
  readonly details: Record<string, unknown>

  constructor(
    message: string,
    {
      status,
      code = '',
      retryAfter,
      details = {},
    }: {
      status: number
      code?: string
      retryAfter?: number | undefined
      details?: Record<string, unknown> | undefined
    },
  ) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.details = details
  }
}

/** No response, or one from a server that is restarting: the request may or may not have been executed. */
export class Unreachable extends Error {}

/** The message to show to the user. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
