import type { RecordingRules } from './recording-rules.ts'

/**
 * Whether one end of a call may begin or end its recording now: with `override` always, otherwise not what the settings
 * have begun.
 */
export function mayChangeRecording(
  rules: RecordingRules,
  side: keyof RecordingRules['onDemand'],
  isRunning: boolean,
): boolean {
  const may = rules.onDemand[side]
  return may === 'override' || (may === 'enabled' && !(rules.always && isRunning))
}
