import { table } from '../../../telephony-tables.ts'
import type { RecordingNotice } from '../../pbx/flow/recording-rules.ts'

declare module '../../../telephony-tables.ts' {
  interface TelephonyTables {
    recording_rules: RecordingRulesTable
  }
}

/** In which calls people learn that they are recorded. */
export const noticeAudiences = ['outside', 'everybody'] as const

export type NoticeAudience = (typeof noticeAudiences)[number]

/** How people learn that they are recorded, and who may listen. Without a row, the defaults apply. */
export interface RecordingRulesTable {
  company_id: number
  notice: RecordingNotice
  /** `outside`: only calls with somebody outside */
  notice_to: NoticeAudience
  /** the people who talked may listen; the owner always may */
  participants_listen: number
  administrators_listen: number
}

export const recordingRulesTable = table('recording_rules', ['company_id'])
