import { lookUp } from './look-up.ts'

const marks: Record<string, string> = {
  success: '✅',
  successful: '✅',
  failure: '❌',
  failed: '❌',
  error: '❌',
  timed_out: '❌',
  startup_failure: '❌',
  action_required: '⚠️',
  unauthorized: '⚠️',
  unstable: '⚠️',
  cancelled: '🚫',
  canceled: '🚫',
  aborted: '🚫',
  stopped: '🚫',
  skipped: '⏭️',
  neutral: '⚪',
  stale: '⚪',
  inactive: '⚪',
}

/** An emoji for the outcome of a build, check or deployment. */
export const outcomeMark = (outcome: string) => lookUp(marks, outcome) ?? '🔹'
