/** The fields of an extension's `data` that concern its phone. Call flow reads the others when there is a call. */
export const phoneSettingNames = [
  'accountcode',
  'allow',
  'avpf',
  'bundle',
  'disallow',
  'dtmfmode',
  'force_rport',
  'icesupport',
  'mailbox',
  'max_contacts',
  'maximum_expiration',
  'media_encryption',
  'media_encryption_optimistic',
  'media_use_received_transport',
  'mohclass',
  'mwi_subscription',
  'qualifyfreq',
  'rewrite_contact',
  'rtcp_mux',
  'rtp_symmetric',
  'sendrpid',
  'timers',
  'trustrpid',
] as const

export type PhoneSettings = Readonly<Record<(typeof phoneSettingNames)[number], string>>
