import { currentScope } from '../logging/scope.ts'

/** Where a span is in its trace. */
export interface SpanContext {
  /** 32 hexadecimal digits */
  readonly traceId: string
  /** 16 hexadecimal digits */
  readonly spanId: string
  readonly isSampled: boolean
}

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

export type SpanAttributes = Record<string, string | number | undefined>

export interface Span {
  readonly context: SpanContext
  /** Names and numbers only: never a URL, a body or a credential. */
  end(name: string, attributes?: SpanAttributes, hasFailed?: boolean): void
}

export interface Tracer {
  begin(kind: SpanKind, parent: SpanContext | undefined): Span
}

/** undefined: tracing is off, and nothing of it is loaded */
let tracer: Tracer | undefined

/** For the whole process. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

export const isTracing = (): boolean => tracer !== undefined

/** A span of its own trace, or of that of somebody else. */
export const beginTrace = (kind: SpanKind, parent?: SpanContext): Span | undefined =>
  tracer?.begin(kind, parent)

/** A span below that of the request or attempt; undefined: it belongs to none that is traced. */
export function beginSpan(kind: SpanKind): Span | undefined {
  if (!tracer) return undefined
  const parent = currentScope()?.trace
  return parent?.isSampled ? tracer.begin(kind, parent) : undefined
}
