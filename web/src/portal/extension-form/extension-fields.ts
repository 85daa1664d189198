import { type ExtensionField, extensionFields } from '@switchboard/client/extension-fields'
import type { FieldName } from '../../texts/en/portal-extension-fields.ts'

/** Where each field is, in the order of the form. The server declares the rest. */
const groups = {
  everyday: ['name', 'description', 'voicemail_enable', 'voicemail_email'],
  voicemail: [
    'voicemail',
    'voicemail_options',
    'voicemail_pager',
    'voicemail_same_exten',
    'disable_star_voicemail',
    'mailbox',
    'mwi_subscription',
    'vmx_unavail_enabled',
    'vmx_busy_enabled',
    'vmx_temp_enabled',
    'vmx_play_instructions',
    'vmx_option_0_number',
    'vmx_option_1_number',
    'vmx_option_2_number',
  ],
  callerId: ['callerid', 'cid_masquerade', 'outboundcid', 'emergency_cid', 'sendrpid', 'trustrpid'],
  calls: [
    'ringtimer',
    'callwaiting_enable',
    'concurrency_limit',
    'device_state_busy_at',
    'answermode',
    'intercom',
    'mohclass',
    'namedcallgroup',
    'namedpickupgroup',
  ],
  unanswered: [
    'noanswer',
    'noanswer_dest',
    'noanswer_cid',
    'busy_dest',
    'busy_cid',
    'chanunavail_dest',
    'chanunavail_cid',
  ],
  followMe: [
    'findmefollow_enabled',
    'findmefollow_grplist',
    'findmefollow_strategy',
    'findmefollow_pre_ring',
    'findmefollow_grptime',
    'findmefollow_needsconf',
    'findmefollow_postdest',
    'findmefollow_voicemail',
    'findmefollow_grppre',
    'findmefollow_changecid',
    'findmefollow_fixedcid',
    'findmefollow_ringing',
    'findmefollow_dring',
    'findmefollow_annmsg_id',
    'findmefollow_remotealert_id',
    'findmefollow_toolate_id',
    'findmefollow_calendar_id',
    'findmefollow_calendar_match',
  ],
  recording: [
    'recording',
    'recording_in_external',
    'recording_out_external',
    'recording_in_internal',
    'recording_out_internal',
    'recording_ondemand',
    'recording_priority',
  ],
  credentials: ['secret', 'voicemail_vmpwd'],
  media: [
    'allow',
    'disallow',
    'dtmfmode',
    'media_encryption',
    'media_encryption_optimistic',
    'media_use_received_transport',
    'rtp_symmetric',
    'rtcp_mux',
    'avpf',
    'bundle',
    'icesupport',
  ],
  connection: [
    'max_contacts',
    'maximum_expiration',
    'qualifyfreq',
    'transport',
    'tech',
    'sipdriver',
    'sipname',
    'dial',
    'devicetype',
    'user',
    'context',
    'accountcode',
    'force_rport',
    'rewrite_contact',
    'timers',
  ],
  reservation: ['reserved/to', 'reserved/config_id'],
} satisfies Record<string, readonly FieldName[]>

export type FieldGroup = keyof typeof groups

export const fieldGroups = Object.keys(groups) as FieldGroup[]

const units: Partial<Record<FieldName, 'seconds' | 'calls' | 'phones'>> = {
  ringtimer: 'seconds',
  concurrency_limit: 'calls',
  device_state_busy_at: 'calls',
  findmefollow_pre_ring: 'seconds',
  findmefollow_grptime: 'seconds',
  max_contacts: 'phones',
  maximum_expiration: 'seconds',
  qualifyfreq: 'seconds',
}

/** A field with its control. Its value is a string in the form, and is converted when it is sent. */
export interface FormField extends Pick<ExtensionField, 'minLength' | 'maxLength' | 'maximum' | 'personal'> {
  name: FieldName
  /** as the server names it in faults */
  pointer: string
  kind:
    | 'text'
    | 'digits'
    | 'number'
    | 'toggle'
    | 'choice'
    | 'flags'
    | 'secret'
    | 'area'
    | 'destination'
    | 'numbers'
    | 'mailbox'
  /** what the server uses if nothing is given; empty also where that depends on the number */
  initial: string
  /** of a choice; of a toggle: on and off; of flags: their names */
  options: readonly string[]
  unit: (typeof units)[FieldName]
}

/** Where calls go that the extension does not take. */
const destinations = new Set<FieldName>([
  'noanswer_dest',
  'busy_dest',
  'chanunavail_dest',
  'findmefollow_postdest',
  'vmx_option_0_number',
  'vmx_option_1_number',
  'vmx_option_2_number',
])

const declared: Partial<Record<string, ExtensionField>> = extensionFields

function formField(name: FieldName): FormField {
  const field = declared[name] ?? { type: 'string' }
  const initial = String(field.initial ?? '')
  return {
    ...field,
    name,
    pointer: name in declared ? `/data/${name}` : `/${name}`,
    initial,
    unit: units[name],
    ...controlOf(name, field, initial),
  }
}

function controlOf(
  name: FieldName,
  { type, choices = [], maximum }: ExtensionField,
  initial: string,
): Pick<FormField, 'kind' | 'options'> {
  if (name === 'secret' || name === 'voicemail_vmpwd') return { kind: 'secret', options: [] }
  if (destinations.has(name)) return { kind: 'destination', options: [] }
  if (name === 'findmefollow_grplist') return { kind: 'numbers', options: [] }
  if (name === 'mailbox') return { kind: 'mailbox', options: [] }
  if (name === 'description') return { kind: 'area', options: [] }
  if (name === 'voicemail_options') {
    return { kind: 'flags', options: initial.split('|').map((flag) => flag.replace(/=.*/, '')) }
  }
  if (type === 'boolean') return { kind: 'toggle', options: ['true', 'false'] }
  if (type === 'integer') return { kind: 'number', options: [] }
  const on = choices.find((choice) => choice === 'yes' || choice === 'ENABLED')
  if (on !== undefined && choices.length === 2) {
    return { kind: 'toggle', options: [on, ...choices.filter((choice) => choice !== on)] }
  }
  if (choices.length > 0) return { kind: 'choice', options: choices }
  return { kind: maximum === undefined ? 'text' : 'digits', options: [] }
}

export const fieldsOf = (group: FieldGroup) => groups[group].map(formField)

export const formFields: readonly FormField[] = fieldGroups.flatMap(fieldsOf)

/** The fields of a group that the person may change; the server refuses the rest. */
export const changeableFieldsOf = (group: FieldGroup, mayEditExtensions: boolean) =>
  fieldsOf(group).filter(({ personal = false }) => mayEditExtensions || personal)
