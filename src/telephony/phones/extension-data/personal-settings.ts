import { isDeepStrictEqual } from 'node:util'
import { forbidden } from '../../problem.ts'

/** What users change of their own extension: voicemail, call waiting and follow-me, but not their caller id. */
export const personalSettings: ReadonlySet<string> = new Set([
  'callwaiting_enable',
  'disable_star_voicemail',
  'findmefollow_enabled',
  'findmefollow_grplist',
  'findmefollow_grptime',
  'findmefollow_needsconf',
  'findmefollow_pre_ring',
  'findmefollow_ringing',
  'findmefollow_strategy',
  'findmefollow_voicemail',
  'ringtimer',
  'vmx_busy_enabled',
  'vmx_option_0_number',
  'vmx_option_1_number',
  'vmx_option_2_number',
  'vmx_play_instructions',
  'vmx_temp_enabled',
  'vmx_unavail_enabled',
  'voicemail',
  'voicemail_email',
  'voicemail_enable',
  'voicemail_options',
  'voicemail_pager',
  'voicemail_vmpwd',
])

interface Shown {
  readonly data: Readonly<Record<string, unknown>>
}

/** Refuses input that changes more than personal settings. What is sent back unchanged is no change. */
export function requirePersonalChange(input: object, shown: Shown): void {
  const { data = {}, ...rest } = input as { data?: object }
  refuseFirst(changedNames(rest, { ...shown }))
  refuseFirst(
    changedNames(data, shown.data).filter((name) => !personalSettings.has(name)),
    '/data',
  )
}

const changedNames = (input: object, before: Readonly<Record<string, unknown>>) =>
  Object.entries(input)
    .filter(([name, value]) => value !== undefined && !isDeepStrictEqual(value, before[name]))
    .map(([name]) => name)

function refuseFirst([name]: readonly string[], path = ''): void {
  if (name !== undefined) throw forbidden(`Only owners and administrators may change ${path}/${name}`)
}
