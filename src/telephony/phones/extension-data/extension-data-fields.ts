import { type TSchema, Type } from '@sinclair/typebox'

const MAX_TEXT_LENGTH = 1000

/** The formats are those of http/formats.ts. */
const text = (value = '', format = 'line', maxLength = MAX_TEXT_LENGTH) =>
  Type.String({ default: value, maxLength, format })
/** Its default depends on the extension: see extension-data.ts. */
const derived = (format = 'line') =>
  Type.String({ maxLength: MAX_TEXT_LENGTH, format, description: 'By default from the number and the name.' })
/** The first value is the default. */
const oneOf = (value: string, ...others: string[]) =>
  Type.Union(
    [value, ...others].map((one) => Type.Literal(one)),
    { default: value },
  )
/** This API family writes many numbers as strings. */
const digits = (value: string, maximum = 1_000_000) =>
  Type.String({
    default: value,
    pattern: '^\\d{1,7}$',
    title: `a number of at most ${maximum}, as text`,
    'x-maximum': maximum,
  })
const integer = (value: number, maximum: number) => Type.Integer({ default: value, minimum: 0, maximum })
const flag = (value: boolean) => Type.Boolean({ default: value })
const no = () => oneOf('no', 'yes')
const yes = () => oneOf('yes', 'no')
const recording = () => oneOf('dontcare', 'force', 'yes', 'no', 'never')
const mailboxMenu = () => oneOf('disabled', 'enabled', 'blocked')
/** What users change of their own extension: voicemail, call waiting and follow-me, but not their caller id. */
const personal = <S extends TSchema>(field: S): S => ({ ...field, 'x-personal': true })

/**
 * Every field of `data` except id, name and credentials, with its default, its values and its limits: the only
 * declaration. Checks, defaults, permissions, imports, the OpenAPI document and the form of the web app follow from it.
 */
export const dataFields = {
  accountcode: text(),
  allow: text('', 'codecs'),
  answermode: oneOf('disabled', 'intercom'),
  avpf: no(),
  bundle: no(),
  busy_cid: text(),
  busy_dest: text(),
  callerid: derived(),
  callwaiting_enable: personal(oneOf('ENABLED', 'DISABLED')),
  chanunavail_cid: text(),
  chanunavail_dest: text(),
  cid_masquerade: derived(),
  concurrency_limit: integer(3, 1000),
  context: text('from-internal', 'sip-name'),
  description: text('', 'text'),
  device_state_busy_at: digits('0'),
  devicetype: oneOf('fixed', 'adhoc'),
  dial: derived(),
  disable_star_voicemail: personal(no()),
  disallow: text('', 'codecs'),
  dtmfmode: oneOf('rfc4733', 'inband', 'info', 'auto', 'auto_info', 'none'),
  emergency_cid: text(),
  findmefollow_annmsg_id: text(),
  findmefollow_calendar_id: text(),
  findmefollow_calendar_match: yes(),
  findmefollow_changecid: oneOf('default', 'fixed', 'extern', 'did', 'forcedid'),
  findmefollow_dring: text(),
  findmefollow_enabled: personal(text()),
  findmefollow_fixedcid: text(),
  findmefollow_grplist: personal(derived('dialled')),
  findmefollow_grppre: text(),
  findmefollow_grptime: personal(integer(20, 300)),
  findmefollow_needsconf: personal(flag(false)),
  findmefollow_postdest: text(),
  findmefollow_pre_ring: personal(integer(7, 300)),
  findmefollow_remotealert_id: text(),
  findmefollow_ringing: personal(text('Ring')),
  findmefollow_strategy: personal(
    oneOf(
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
  ),
  findmefollow_toolate_id: text(),
  findmefollow_voicemail: personal(text()),
  force_rport: yes(),
  icesupport: no(),
  intercom: oneOf('enabled', 'disabled', 'override'),
  mailbox: derived('mailbox'),
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
  ringtimer: personal(digits('0', 120)),
  rtcp_mux: no(),
  rtp_symmetric: yes(),
  sendrpid: oneOf('pai', 'no', 'yes', 'both'),
  sipdriver: text('chan_pjsip', 'sip-name'),
  sipname: text(),
  tech: oneOf('pjsip', 'sip', 'iax2', 'dahdi', 'virtual', 'custom'),
  timers: oneOf('yes', 'no', 'required', 'always', 'forced'),
  transport: text('', 'sip-name'),
  trustrpid: yes(),
  user: derived('sip-name'),
  vmx_busy_enabled: personal(mailboxMenu()),
  vmx_option_0_number: personal(text('', 'dialled')),
  vmx_option_1_number: personal(text('', 'dialled')),
  vmx_option_2_number: personal(text('', 'dialled')),
  vmx_play_instructions: personal(flag(false)),
  vmx_temp_enabled: personal(mailboxMenu()),
  vmx_unavail_enabled: personal(mailboxMenu()),
  voicemail: personal(oneOf('novm', 'default')),
  voicemail_email: personal(text('', 'email', 254)),
  voicemail_enable: personal(no()),
  voicemail_options: personal(text('attach=yes|saycid=no|envelope=no|delete=no')),
  voicemail_pager: personal(text()),
  voicemail_same_exten: no(),
} satisfies Record<string, TSchema>

export type DataFieldName = keyof typeof dataFields

const sipPassword = () =>
  Type.String({
    minLength: 16,
    maxLength: 128,
    pattern: '^[!-~]+$',
    title: 'printable ASCII without blanks',
  })

/** Without a default: the server generates them. */
export const credentials = {
  password: sipPassword(),
  secret: sipPassword(),
  voicemail_vmpwd: personal(Type.String({ pattern: '^\\d{4,20}$', title: '4 to 20 digits' })),
} satisfies Record<string, TSchema>

export type CredentialName = keyof typeof credentials
export const credentialNames = Object.keys(credentials) as CredentialName[]

export const personalFields: ReadonlySet<string> = new Set(
  Object.entries<TSchema>({ ...dataFields, ...credentials })
    .filter(([, field]) => field['x-personal'] === true)
    .map(([name]) => name),
)
