import type { AnnouncementName } from './announcement-names.ts'

/** What people change by dialling a code at their own phone. */
export const featureNames = [
  'forward_calls',
  'stop_forwarding',
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
