import { type dataFields, type FieldGroup, fieldsOf } from './extension-fields.ts'

/** What users change of their own extension; the server refuses the rest. */
export const personalFields: ReadonlySet<string> = new Set([
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
] satisfies (keyof typeof dataFields)[])

/** The fields of a group that the person may change. */
export const changeableFieldsOf = (group: FieldGroup, mayEditExtensions: boolean) =>
  fieldsOf(group).filter(({ name }) => mayEditExtensions || personalFields.has(name))
