/** What the PBX says to callers in words. */
export const announcementNames = [
  'leave_message',
  'not_recorded',
  'pin',
  'wrong_pin',
  'no_more_messages',
  'unknown_number',
  'unavailable',
  'closed',
  'recorded',
  'not_permitted',
  'no_last_caller',
  'forwarding_on',
  'forwarding_off',
  'do_not_disturb_on',
  'do_not_disturb_off',
  'follow_me_on',
  'follow_me_off',
  'night_mode_on',
  'night_mode_off',
  'caller_blocked',
] as const

export type AnnouncementName = (typeof announcementNames)[number]
