import type { Fallback } from '../pbx/flow/call-plan.ts'

/** `1003`, a number outside, or as other PBXs write it, `from-internal,1003,1`. */
export function readFallback(destination: unknown, prefix: unknown = ''): Fallback {
  const match = /^(?:[a-z-]+,)?(\+?\d{2,20})(?:,\d+)?$/.exec(String(destination).replace(/#$/, ''))
  return { number: match?.[1] ?? '', prefix: String(prefix) }
}
