import type { Fetch } from './send-request.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** a request that is repeated with it gets the first response again; by default, each call has its own */
  idempotencyKey?: string | undefined
  /** another way to send this request, for example one that reports progress */
  fetch?: Fetch | undefined
}

/** Calls without required arguments can be made without any. */
export type CallArguments<Input, Rest extends unknown[]> =
  Record<string, never> extends Input ? [input?: Input, ...rest: Rest] : [input: Input, ...rest: Rest]

/** Names of the calls whose response is JSON, or whose response is bytes. */
export type JsonCall<Calls> = {
  [Call in keyof Calls]: Calls[Call] extends { output: Blob | ReadableStream } ? never : Call
}[keyof Calls]
export type BlobCall<Calls> = {
  [Call in keyof Calls]: Calls[Call] extends { output: Blob } ? Call : never
}[keyof Calls]
