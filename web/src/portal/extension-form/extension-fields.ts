import type { ExtensionData } from '@switchboard/client/telephony'

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

/** The control of a field. Its value is a string in the form, and is converted when it is sent. */
export interface FieldDeclaration {
  group: FieldGroup
  kind: 'text' | 'digits' | 'number' | 'toggle' | 'choice' | 'flags' | 'secret' | 'area'
  /** what the server uses if nothing is given; empty also where that depends on the number */
  initial: string
  /** of a choice; of a toggle: on and off; of flags: their names */
  options?: readonly string[]
  unit?: 'seconds' | 'calls' | 'phones'
}

const text = (group: FieldGroup, initial = ''): FieldDeclaration => ({ group, kind: 'text', initial })
const digits = (group: FieldGroup, initial: string, unit?: FieldDeclaration['unit']): FieldDeclaration => ({
  group,
  kind: 'digits',
  initial,
  ...(unit && { unit }),
})
const number = (group: FieldGroup, initial: number, unit?: FieldDeclaration['unit']): FieldDeclaration => ({
  ...digits(group, String(initial), unit),
  kind: 'number',
})
/** The first one is the default. */
const choice = (group: FieldGroup, ...options: [string, ...string[]]): FieldDeclaration => ({
  group,
  kind: 'choice',
  initial: options[0],
  options,
})
const toggle = (group: FieldGroup, initial: string, on: string, off: string): FieldDeclaration => ({
  group,
  kind: 'toggle',
  initial,
  options: [on, off],
})
const yes = (group: FieldGroup) => toggle(group, 'yes', 'yes', 'no')
const no = (group: FieldGroup) => toggle(group, 'no', 'yes', 'no')
const off = (group: FieldGroup) => toggle(group, 'false', 'true', 'false')
const secret = (): FieldDeclaration => ({ group: 'credentials', kind: 'secret', initial: '' })
const recording = () => choice('recording', 'dontcare', 'force', 'yes', 'no', 'never')
const mailboxMenu = () => choice('voicemail', 'disabled', 'enabled', 'blocked')

/** Every field of `data`, in the order of the form. `id` and `extension` are the number, which has a place of its own. */
export const dataFields = {
  name: text('everyday'),
  description: { group: 'everyday', kind: 'area', initial: '' },
  voicemail_enable: no('everyday'),
  voicemail_email: text('everyday'),

  voicemail: choice('voicemail', 'novm', 'default'),
  voicemail_options: {
    group: 'voicemail',
    kind: 'flags',
    initial: 'attach=yes|saycid=no|envelope=no|delete=no',
    options: ['attach', 'saycid', 'envelope', 'delete'],
  },
  voicemail_pager: text('voicemail'),
  voicemail_same_exten: no('voicemail'),
  disable_star_voicemail: no('voicemail'),
  mailbox: text('voicemail'),
  mwi_subscription: choice('voicemail', 'auto', 'unsolicited', 'solicited'),
  vmx_unavail_enabled: mailboxMenu(),
  vmx_busy_enabled: mailboxMenu(),
  vmx_temp_enabled: mailboxMenu(),
  vmx_play_instructions: off('voicemail'),
  vmx_option_0_number: text('voicemail'),
  vmx_option_1_number: text('voicemail'),
  vmx_option_2_number: text('voicemail'),

  callerid: text('callerId'),
  cid_masquerade: text('callerId'),
  outboundcid: text('callerId'),
  emergency_cid: text('callerId'),
  sendrpid: choice('callerId', 'pai', 'no', 'yes', 'both'),
  trustrpid: yes('callerId'),

  ringtimer: digits('calls', '0', 'seconds'),
  callwaiting_enable: toggle('calls', 'ENABLED', 'ENABLED', 'DISABLED'),
  concurrency_limit: number('calls', 3, 'calls'),
  device_state_busy_at: digits('calls', '0', 'calls'),
  answermode: choice('calls', 'disabled', 'intercom'),
  intercom: choice('calls', 'enabled', 'disabled', 'override'),
  mohclass: text('calls', 'default'),
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
  findmefollow_pre_ring: number('followMe', 7, 'seconds'),
  findmefollow_grptime: number('followMe', 20, 'seconds'),
  findmefollow_needsconf: off('followMe'),
  findmefollow_postdest: text('followMe'),
  findmefollow_voicemail: text('followMe'),
  findmefollow_grppre: text('followMe'),
  findmefollow_changecid: choice('followMe', 'default', 'fixed', 'extern', 'did', 'forcedid'),
  findmefollow_fixedcid: text('followMe'),
  findmefollow_ringing: text('followMe', 'Ring'),
  findmefollow_dring: text('followMe'),
  findmefollow_annmsg_id: text('followMe'),
  findmefollow_remotealert_id: text('followMe'),
  findmefollow_toolate_id: text('followMe'),
  findmefollow_calendar_id: text('followMe'),
  findmefollow_calendar_match: yes('followMe'),

  recording: text('recording'),
  recording_in_external: recording(),
  recording_out_external: recording(),
  recording_in_internal: recording(),
  recording_out_internal: recording(),
  recording_ondemand: choice('recording', 'disabled', 'enabled', 'override'),
  recording_priority: number('recording', 10),

  secret: secret(),
  voicemail_vmpwd: secret(),

  allow: text('media'),
  disallow: text('media'),
  dtmfmode: choice('media', 'rfc4733', 'inband', 'info', 'auto', 'auto_info', 'none'),
  media_encryption: choice('media', 'no', 'sdes', 'dtls'),
  media_encryption_optimistic: no('media'),
  media_use_received_transport: no('media'),
  rtp_symmetric: yes('media'),
  rtcp_mux: no('media'),
  avpf: no('media'),
  bundle: no('media'),
  icesupport: no('media'),

  max_contacts: digits('connection', '1', 'phones'),
  maximum_expiration: digits('connection', '7200', 'seconds'),
  qualifyfreq: digits('connection', '60', 'seconds'),
  transport: text('connection'),
  tech: choice('connection', 'pjsip', 'sip', 'iax2', 'dahdi', 'virtual', 'custom'),
  sipdriver: text('connection', 'chan_pjsip'),
  sipname: text('connection'),
  dial: text('connection'),
  devicetype: choice('connection', 'fixed', 'adhoc'),
  user: text('connection'),
  context: text('connection', 'from-internal'),
  accountcode: text('connection'),
  force_rport: yes('connection'),
  rewrite_contact: yes('connection'),
  timers: choice('connection', 'yes', 'no', 'required', 'always', 'forced'),
} satisfies Record<Exclude<keyof ExtensionData, 'id' | 'extension' | 'password'>, FieldDeclaration>

export type DataFieldName = keyof typeof dataFields

/** Fields beside `data`, by the path within the object. The caller id is in `data`, too. */
export const outerFields = {
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
