import type { AnnouncementName } from './announcement-names.ts'

/** What people change by dialling a code at their own phone. */
export const featureNames = [
  'forward_calls',
  'stop_forwarding',
  'forward_when_busy',
  'stop_forwarding_when_busy',
  'forward_unanswered',
  'stop_forwarding_unanswered',
  'do_not_disturb',
  'end_do_not_disturb',
  'follow_me',
  'night_mode',
  'block_last_caller',
  'record_prompt',
] as const

export type FeatureName = (typeof featureNames)[number]

/** Whether it was done, and what the person hears. */
export interface FeatureOutcome {
  readonly isDone: boolean
  readonly say: AnnouncementName
}
