import type { ChatErrorCode } from './generated/chat-api.ts'
import type { TelephonyErrorCode } from './generated/telephony-api.ts'

/** `UNREACHABLE`: there was no response, or one from a proxy. The request may or may not have been executed. */
export type ErrorCode = ChatErrorCode | TelephonyErrorCode | 'UNREACHABLE' | (string & {})

/** One fault in a rejected body of the telephony: where it is, and what is wrong. */
export interface Fault {
  pointer: string
  detail: string
}

/** Every error of a call: the server rejected it, or could not be reached. */
export class ApiError extends Error {
  /** of HTTP; 0 without a response */
  readonly status: number
  readonly code: ErrorCode
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
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.details = details
  }

  get isUnreachable(): boolean {
    return this.code === 'UNREACHABLE'
  }

  /** The operator has switched maintenance on: the message is for people. */
  get isMaintenance(): boolean {
    return this.code === 'MAINTENANCE'
  }

  /** The same request would be rejected again. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429
  }

  get faults(): readonly Fault[] {
    return Array.isArray(this.details.errors) ? (this.details.errors as Fault[]) : []
  }
}

export function unreachable(): ApiError {
  return new ApiError('The server cannot be reached', { status: 0, code: 'UNREACHABLE' })
}
