import { lookUp } from './look-up.ts'

const marks: Record<string, string> = {
  success: '✅',
  failure: '❌',
  failed: '❌',
  error: '❌',
  timed_out: '❌',
  startup_failure: '❌',
  action_required: '⚠️',
  cancelled: '🚫',
  canceled: '🚫',
  skipped: '⏭️',
  neutral: '⚪',
  stale: '⚪',
  inactive: '⚪',
}

/** An emoji for the outcome of a build, check or deployment. */
export const outcomeMark = (outcome: string) => lookUp(marks, outcome) ?? '🔹'
