/** The form of one field of `data`. This API family writes many numbers as strings. */
export type DataField =
  | { kind: 'text'; default: string; format: string }
  | { kind: 'choice'; default: string; allowed: readonly string[] }
  | { kind: 'digits'; default: string; most: number }
  | { kind: 'integer'; default: number; most: number }
  | { kind: 'boolean'; default: boolean }

/** The formats are those of http/formats.ts. */
const text = (value = '', format = 'line'): DataField => ({ kind: 'text', default: value, format })
const oneOf = (value: string, ...others: string[]): DataField => ({
  kind: 'choice',
  default: value,
  allowed: [value, ...others],
})
const digits = (value: string, most = 1_000_000): DataField => ({ kind: 'digits', default: value, most })
const integer = (value: number, most: number): DataField => ({ kind: 'integer', default: value, most })
const flag = (value: boolean): DataField => ({ kind: 'boolean', default: value })
const no = () => oneOf('no', 'yes')
const yes = () => oneOf('yes', 'no')
const recording = () => oneOf('dontcare', 'force', 'yes', 'no', 'never')
const mailboxMenu = () => oneOf('disabled', 'enabled', 'blocked')

/**
 * Every field of `data` except id, name and credentials, with its default and its values. Defaults that depend on the
 * extension (dial, mailbox, ...) are in extension-data.ts.
 */
export const dataFields = {
  accountcode: text(),
  allow: text('', 'codecs'),
  answermode: oneOf('disabled', 'intercom'),
  avpf: no(),
  bundle: no(),
  busy_cid: text(),
  busy_dest: text(),
  callerid: text(),
  callwaiting_enable: oneOf('ENABLED', 'DISABLED'),
  chanunavail_cid: text(),
  chanunavail_dest: text(),
  cid_masquerade: text(),
  concurrency_limit: integer(3, 1000),
  context: text('from-internal', 'sip-name'),
  description: text('', 'text'),
  device_state_busy_at: digits('0'),
  devicetype: oneOf('fixed', 'adhoc'),
  dial: text(),
  disable_star_voicemail: no(),
  disallow: text('', 'codecs'),
  dtmfmode: oneOf('rfc4733', 'inband', 'info', 'auto', 'auto_info', 'none'),
  emergency_cid: text(),
  findmefollow_annmsg_id: text(),
  findmefollow_calendar_id: text(),
  findmefollow_calendar_match: yes(),
  findmefollow_changecid: oneOf('default', 'fixed', 'extern', 'did', 'forcedid'),
  findmefollow_dring: text(),
  findmefollow_enabled: text(),
  findmefollow_fixedcid: text(),
  findmefollow_grplist: text('', 'dialled'),
  findmefollow_grppre: text(),
  findmefollow_grptime: integer(20, 300),
  findmefollow_needsconf: flag(false),
  findmefollow_postdest: text(),
  findmefollow_pre_ring: integer(7, 300),
  findmefollow_remotealert_id: text(),
  findmefollow_ringing: text('Ring'),
  findmefollow_strategy: oneOf(
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
  findmefollow_toolate_id: text(),
  findmefollow_voicemail: text(),
  force_rport: yes(),
  icesupport: no(),
  intercom: oneOf('enabled', 'disabled', 'override'),
  mailbox: text('', 'mailbox'),
  max_contacts: digits('1', 100),
  maximum_expiration: digits('7200', 604_800),
  media_encryption: oneOf('no', 'sdes', 'dtls'),
  media_encryption_optimistic: no(),
  media_use_received_transport: no(),
  mohclass: text('default'),
  mwi_subscription: oneOf('auto', 'unsolicited', 'solicited'),
  namedcallgroup: text(),
  namedpickupgroup: text(),
  noanswer: text(),
  noanswer_cid: text(),
  noanswer_dest: text(),
  outboundcid: text(),
  qualifyfreq: digits('60', 86_400),
  recording: text(),
  recording_in_external: recording(),
  recording_in_internal: recording(),
  recording_ondemand: oneOf('disabled', 'enabled', 'override'),
  recording_out_external: recording(),
  recording_out_internal: recording(),
  recording_priority: integer(10, 20),
  rewrite_contact: yes(),
  ringtimer: digits('0', 120),
  rtcp_mux: no(),
  rtp_symmetric: yes(),
  sendrpid: oneOf('pai', 'no', 'yes', 'both'),
  sipdriver: text('chan_pjsip', 'sip-name'),
  sipname: text(),
  tech: oneOf('pjsip', 'sip', 'iax2', 'dahdi', 'virtual', 'custom'),
  timers: oneOf('yes', 'no', 'required', 'always', 'forced'),
  transport: text('', 'sip-name'),
  trustrpid: yes(),
  user: text('', 'sip-name'),
  vmx_busy_enabled: mailboxMenu(),
  vmx_option_0_number: text('', 'dialled'),
  vmx_option_1_number: text('', 'dialled'),
  vmx_option_2_number: text('', 'dialled'),
  vmx_play_instructions: flag(false),
  vmx_temp_enabled: mailboxMenu(),
  vmx_unavail_enabled: mailboxMenu(),
  voicemail: oneOf('novm', 'default'),
  voicemail_email: text(),
  voicemail_enable: no(),
  voicemail_options: text('attach=yes|saycid=no|envelope=no|delete=no'),
  voicemail_pager: text(),
  voicemail_same_exten: no(),
} satisfies Record<string, DataField>

export type DataFieldName = keyof typeof dataFields
