/** The server answered, and the answer is no. */
export class ApiFailure extends Error {
  readonly status: number
  /** of the chat; the telephony has none */
  readonly code: string
  /** seconds after which it may be tried again, when the server says so */
  readonly retryAfter: number | undefined
  /** the whole answer */
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

/** No answer, or one of a server that is being restarted: whether the call was carried out is not known. */
export class Unreachable extends Error {}

/** The message to show to the user. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
