import type { StatusLayers, UserStatus } from '@switchboard/client/telephony'

export type Status = UserStatus['status']['status']
export type MainStatus = StatusLayers['main_status']['status']
export type AdditionalStatus = StatusLayers['additional_status']['status']

export const mainStatuses: readonly MainStatus[] = ['available', 'away', 'do_not_disturb']

/** The empty one means: nothing besides the main status. */
export const additionalStatuses: readonly AdditionalStatus[] = [
  '',
  'in_a_meeting',
  'on_a_call',
  'lunch',
  'holiday',
  'afk',
]

/** The status that others see: "do not disturb" wins over everything. */
export function effectiveOf({ main_status: main, additional_status: additional }: StatusLayers): Status {
  return main.status === 'do_not_disturb' || additional.status === '' ? main.status : additional.status
}
