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

/** How a build, check or deployment ended, at a glance. */
export const outcomeMark = (outcome: string) => lookUp(marks, outcome) ?? '🔹'
