/** What the settings say about recording a call at this moment. */
export interface RecordingRules {
  /** from its beginning */
  readonly always: boolean
  /** by `*1`: who may begin and end it, and who may also end what the settings have begun */
  readonly onDemand: Readonly<Record<'caller' | 'callee', OnDemand>>
  /** what both ends hear when it begins */
  readonly notice: RecordingNotice
  /** of an announcement */
  readonly language: string
}

export const recordingNotices = ['none', 'tone', 'announcement'] as const
export type RecordingNotice = (typeof recordingNotices)[number]

export type OnDemand = 'disabled' | 'enabled' | 'override'
