import { AsyncLocalStorage } from 'node:async_hooks'

/** What the process is doing: a request, or an attempt in the background. */
export interface Scope {
  /** undefined: it is no request, or the request has its response */
  requestId: string | undefined
  /** the span of it; undefined: it is not traced */
  readonly trace?:
    | { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean }
    | undefined
}

const scopes = new AsyncLocalStorage<Scope | undefined>()

/** Runs work whose log lines have the id of its request. */
export const runInScope = <T>(scope: Scope | undefined, work: () => T): T => scopes.run(scope, work)

/** Runs work that a request only wakes, and that goes on for others. */
export const runOutsideScopes = <T>(work: () => T): T =>
  scopes.getStore() === undefined ? work() : scopes.run(undefined, work)

export const currentScope = (): Scope | undefined => scopes.getStore()

/** For every log line. */
export function scopeFields(): { requestId?: string } {
  const requestId = scopes.getStore()?.requestId
  return requestId === undefined ? {} : { requestId }
}
