import type { ExtensionData } from '../../../generated/telephony-api.ts'

export const fieldGroups = [
  'everyday',
  'voicemail',
  'callerId',
  'calls',
  'unanswered',
  'followMe',
  'recording',
  'credentials',
  'media',
  'connection',
  'reservation',
] as const

export type FieldGroup = (typeof fieldGroups)[number]

/** The control of a field. Numbers and switches are strings in the form, and are converted when they are sent. */
export interface FieldDeclaration {
  group: FieldGroup
  kind: 'text' | 'digits' | 'number' | 'switch' | 'choice' | 'secret' | 'area'
  options?: readonly string[]
}

const text = (group: FieldGroup): FieldDeclaration => ({ group, kind: 'text' })
const digits = (group: FieldGroup): FieldDeclaration => ({ group, kind: 'digits' })
const number = (group: FieldGroup): FieldDeclaration => ({ group, kind: 'number' })
const choice = (group: FieldGroup, ...options: string[]): FieldDeclaration => ({
  group,
  kind: 'choice',
  options,
})
const yesNo = (group: FieldGroup) => choice(group, 'yes', 'no')
const yesNoSwitch = (group: FieldGroup): FieldDeclaration => ({ group, kind: 'switch' })
const secret = (): FieldDeclaration => ({ group: 'credentials', kind: 'secret' })
const recording = () => choice('recording', 'dontcare', 'force', 'yes', 'no', 'never')
const mailboxMenu = () => choice('voicemail', 'disabled', 'enabled', 'blocked')

/** Every field of `data`, in the order of the form. `id` and `extension` are the number, which has a place of its own. */
export const dataFields = {
  name: text('everyday'),
  description: { group: 'everyday', kind: 'area' },
  voicemail_enable: yesNo('everyday'),
  voicemail_email: text('everyday'),

  voicemail: choice('voicemail', 'novm', 'default'),
  voicemail_options: text('voicemail'),
  voicemail_pager: text('voicemail'),
  voicemail_same_exten: yesNo('voicemail'),
  disable_star_voicemail: yesNo('voicemail'),
  mailbox: text('voicemail'),
  mwi_subscription: choice('voicemail', 'auto', 'unsolicited', 'solicited'),
  vmx_unavail_enabled: mailboxMenu(),
  vmx_busy_enabled: mailboxMenu(),
  vmx_temp_enabled: mailboxMenu(),
  vmx_play_instructions: yesNoSwitch('voicemail'),
  vmx_option_0_number: text('voicemail'),
  vmx_option_1_number: text('voicemail'),
  vmx_option_2_number: text('voicemail'),

  callerid: text('callerId'),
  cid_masquerade: text('callerId'),
  outboundcid: text('callerId'),
  emergency_cid: text('callerId'),
  sendrpid: choice('callerId', 'pai', 'no', 'yes', 'both'),
  trustrpid: yesNo('callerId'),

  ringtimer: digits('calls'),
  callwaiting_enable: choice('calls', 'ENABLED', 'DISABLED'),
  concurrency_limit: number('calls'),
  device_state_busy_at: digits('calls'),
  answermode: choice('calls', 'disabled', 'intercom'),
  intercom: choice('calls', 'enabled', 'disabled', 'override'),
  mohclass: text('calls'),
  namedcallgroup: text('calls'),
  namedpickupgroup: text('calls'),

  noanswer: text('unanswered'),
  noanswer_dest: text('unanswered'),
  noanswer_cid: text('unanswered'),
  busy_dest: text('unanswered'),
  busy_cid: text('unanswered'),
  chanunavail_dest: text('unanswered'),
  chanunavail_cid: text('unanswered'),

  findmefollow_enabled: text('followMe'),
  findmefollow_grplist: text('followMe'),
  findmefollow_strategy: choice(
    'followMe',
    'ringallv2-prim',
    'ringallv2',
    'ringall',
    'ringall-prim',
    'hunt',
    'hunt-prim',
    'memoryhunt',
    'memoryhunt-prim',
    'firstavailable',
    'firstnotonphone',
  ),
  findmefollow_pre_ring: number('followMe'),
  findmefollow_grptime: number('followMe'),
  findmefollow_needsconf: yesNoSwitch('followMe'),
  findmefollow_postdest: text('followMe'),
  findmefollow_voicemail: text('followMe'),
  findmefollow_grppre: text('followMe'),
  findmefollow_changecid: choice('followMe', 'default', 'fixed', 'extern', 'did', 'forcedid'),
  findmefollow_fixedcid: text('followMe'),
  findmefollow_ringing: text('followMe'),
  findmefollow_dring: text('followMe'),
  findmefollow_annmsg_id: text('followMe'),
  findmefollow_remotealert_id: text('followMe'),
  findmefollow_toolate_id: text('followMe'),
  findmefollow_calendar_id: text('followMe'),
  findmefollow_calendar_match: yesNo('followMe'),

  recording: text('recording'),
  recording_in_external: recording(),
  recording_out_external: recording(),
  recording_in_internal: recording(),
  recording_out_internal: recording(),
  recording_ondemand: choice('recording', 'disabled', 'enabled', 'override'),
  recording_priority: number('recording'),

  secret: secret(),
  password: secret(),
  voicemail_vmpwd: secret(),

  allow: text('media'),
  disallow: text('media'),
  dtmfmode: choice('media', 'rfc4733', 'inband', 'info', 'auto', 'auto_info', 'none'),
  media_encryption: choice('media', 'no', 'sdes', 'dtls'),
  media_encryption_optimistic: yesNo('media'),
  media_use_received_transport: yesNo('media'),
  rtp_symmetric: yesNo('media'),
  rtcp_mux: yesNo('media'),
  avpf: yesNo('media'),
  bundle: yesNo('media'),
  icesupport: yesNo('media'),

  max_contacts: digits('connection'),
  maximum_expiration: digits('connection'),
  qualifyfreq: digits('connection'),
  transport: text('connection'),
  tech: choice('connection', 'pjsip', 'sip', 'iax2', 'dahdi', 'virtual', 'custom'),
  sipdriver: text('connection'),
  sipname: text('connection'),
  dial: text('connection'),
  devicetype: choice('connection', 'fixed', 'adhoc'),
  user: text('connection'),
  context: text('connection'),
  accountcode: text('connection'),
  force_rport: yesNo('connection'),
  rewrite_contact: yesNo('connection'),
  timers: choice('connection', 'yes', 'no', 'required', 'always', 'forced'),
} satisfies Record<Exclude<keyof ExtensionData, 'id' | 'extension'>, FieldDeclaration>

export type DataFieldName = keyof typeof dataFields

/** Fields beside `data`, by the path within the object. */
export const outerFields = {
  'outbound_callerid/name': text('callerId'),
  'outbound_callerid/number': text('callerId'),
  'outbound_callerid/value': text('callerId'),
  'reserved/to': text('reservation'),
  'reserved/config_id': text('reservation'),
} satisfies Record<string, FieldDeclaration>

export type OuterFieldName = keyof typeof outerFields
export type FieldName = DataFieldName | OuterFieldName

export interface FormField extends FieldDeclaration {
  name: FieldName
  /** as the server names it in faults */
  pointer: string
}

const declared: readonly FormField[] = [
  ...Object.entries<FieldDeclaration>(dataFields).map(([name, field]) => ({
    ...field,
    name: name as FieldName,
    pointer: `/data/${name}`,
  })),
  ...Object.entries<FieldDeclaration>(outerFields).map(([name, field]) => ({
    ...field,
    name: name as FieldName,
    pointer: `/${name}`,
  })),
]

export const fieldsOf = (group: FieldGroup) => declared.filter((field) => field.group === group)
export const formFields = declared
